import type { RemoteState } from '#modules/signing/providers/remote/service.ts'
import { readUserData, remoteIdOf } from '#modules/signing/providers/tencent/ids.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { type Flow, isOpen, STATUS, type Text } from '../tencent/flows.ts'
import { calling } from '../tencent/requests.ts'
import { startTencentStub, wasStarted } from '../tencent/tencent.ts'
import { type CallsOfSteps, type Faults, withFaults } from './faults.ts'
import { named } from './server.ts'
import {
  callbackOf,
  listenerOf,
  type ServiceMail,
  type ServiceStub,
  type ServiceStubOptions,
} from './service-stub.ts'

/** The request by which the adapter carries out each step. */
const CALLS: CallsOfSteps = {
  authorise: calling('CreateOrganizationAuthUrl'),
  authorisation: calling('DescribeOrganizationAuthStatus'),
  draft: calling('CreateFlowByFiles'),
  start: calling('CreateBatchSignUrl'),
  progress: calling('DescribeFlowInfo'),
  signerLink: calling('CreateFlowSignUrl'),
  remind: calling('CreateBatchSignUrl'),
  extend: calling('ModifyFlowDeadline'),
  revoke: calling('CancelFlow'),
  download: named('GET /file/FLOW/'),
  evidence: calling('CreateFlowEvidenceReport'),
}

const STATES: Record<number, RemoteState> = {
  [STATUS.open]: 'started',
  [STATUS.partly]: 'started',
  [STATUS.declined]: 'declined',
  [STATUS.done]: 'completed',
  [STATUS.expired]: 'expired',
  [STATUS.revoked]: 'revoked',
}

/**
 * Simulates 腾讯电子签. A draft, to which no signatory has a link, uses one contract of the quota and has the
 * state "started".
 */
export async function tencentStub({
  timeout = 3000,
  callbackUrl,
  ...options
}: ServiceStubOptions = {}): Promise<ServiceStub> {
  const stub = await startTencentStub({ ...options, onCallback: listenerOf(options) })
  if (callbackUrl) stub.addresses.callback = callbackUrl
  const { quota } = stub.world
  const settings = { ...stub.settings, timeouts: { call: timeout, file: 4 * timeout } }
  const remoteIdFor = (flowId: string) =>
    remoteIdOf({ flowId, signatories: signatoriesOf(stub.world.flows.get(flowId)!) })
  const returnFrom = (flow: string) => stub.world.companies.get(flow.split(':')[0]!)!.returnUrl

  const driver: Omit<ServiceStub, keyof Faults> = {
    name: 'tencent',
    url: stub.url,
    service: tencentService(settings),
    sign: stub.signAs,
    approve: stub.signAs,
    decline: stub.declineAs,
    expire: async (remoteId) => stub.expire(remoteId),
    revoke: async (remoteId) => stub.revokeAtService(remoteId),
    canBounce: false,
    bounce: () => Promise.reject(new Error('腾讯电子签 does not report what it could not deliver')),
    async authorise({ flow }) {
      stub.grant(flow)
      return returnFrom(flow)
    },
    async refuse({ flow }) {
      stub.refuse(flow)
      return returnFrom(flow)
    },
    withdraw: async ({ flow }) => stub.lapse(flow),
    get callbacks() {
      return stub.callbacks.map(callbackOf)
    },
    // The signature contains no time.
    repeated: (index) => callbackOf(stub.callbacks[index]!),
    forged: (index) => callbackOf(stub.forged(index)),
    get mails() {
      return stub.mails.map((text, index) => ({
        to: `+86${text.to}`,
        kind: kindOf(text, stub.mails.slice(0, index)),
        remoteId: remoteIdFor(text.flowId),
      }))
    },
    signings: () =>
      [...stub.world.flows.values()].map((flow) => ({
        remoteId: remoteIdFor(flow.id),
        state: wasStarted(flow) || !isOpen(flow) ? STATES[flow.status]! : 'draft',
        signatories: signatoriesOf(flow),
      })),
    charged: () => ({ signings: quota - stub.world.quota, reports: stub.world.reports.size }),
    environment: async () => ({
      TENCENT_ESS_API: settings.api,
      TENCENT_ESS_UPLOADS: settings.uploads,
      TENCENT_ESS_DOWNLOAD_HOSTS: settings.downloadHosts.join(','),
      TENCENT_ESS_SECRET_ID: settings.secretId,
      TENCENT_ESS_SECRET_KEY: settings.secretKey,
      TENCENT_ESS_OPERATOR: settings.operator,
      TENCENT_ESS_CALLBACK_TOKEN: settings.callbackToken,
      TENCENT_ESS_CALLBACK_KEY: settings.callbackKey ?? '',
      TENCENT_ESS_EVIDENCE: '1',
    }),
    close: stub.stop,
  }
  return withFaults(driver, stub, CALLS)
}

function signatoriesOf({ request }: Flow): string[] {
  const ours = readUserData(request.UserData)
  return ours && 'signatories' in ours ? ours.signatories : []
}

/** The first text to a person about a contract is the invitation. */
function kindOf({ to, about, flowId }: Text, earlier: Text[]): ServiceMail['kind'] {
  if (about === 'copy') return 'copy'
  const isFirst = !earlier.some((one) => one.to === to && one.flowId === flowId)
  return isFirst ? 'invitation' : 'reminder'
}
