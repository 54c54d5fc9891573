import { readBusinessNumber } from '#modules/signing/providers/esign/business-number.ts'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import type { RemoteState } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { startEsignStub } from '../esign/esign.ts'
import { type Delivery, headersOf } from '../esign/events.ts'
import type { Flow, FlowStatus } from '../esign/flows.ts'
import { type CallsOfSteps, type Faults, withFaults } from './faults.ts'
import { named } from './server.ts'
import { callbackOf, listenerOf, type ServiceStub, type ServiceStubOptions } from './service-stub.ts'

/** The request by which the adapter carries out each step. */
const CALLS: CallsOfSteps = {
  authorise: named('-auth-url'),
  authorisation: named('/auth-flow/'),
  draft: named('/create-by-file'),
  start: named('/start'),
  progress: named('/detail'),
  signerLink: named('/sign-url'),
  remind: named('/urge'),
  extend: named('/delay'),
  revoke: named('/revoke'),
  download: named('GET /signed/'),
  evidence: named('/evidence-report/apply'),
}

const STATES: Record<FlowStatus, RemoteState> = {
  0: 'draft',
  1: 'started',
  2: 'completed',
  3: 'revoked',
  5: 'expired',
  7: 'declined',
}

/** e签宝, which also sells reports of evidence. */
export async function esignStub({
  timeout = 3000,
  ...options
}: ServiceStubOptions = {}): Promise<ServiceStub> {
  const stub = await startEsignStub({ ...options, onCallback: listenerOf(options) })
  const before = { ...stub.quota }
  const settings = { ...stub.settings, timeout, evidenceReports: true }
  const sign = (remoteId: string, signatoryId: string) => stub.signAs(remoteId, signatoryId)
  const returnFrom = (flow: string) => stub.authorisation(flow).returnUrl

  const driver: Omit<ServiceStub, keyof Faults> = {
    name: 'esign',
    url: stub.url,
    service: createEsign(settings),
    sign,
    approve: sign,
    decline: async (remoteId, signatoryId, reason) => stub.declineAs(remoteId, signatoryId, reason),
    expire: async (remoteId) => stub.expire(remoteId),
    revoke: async (remoteId) => stub.revokeAtService(remoteId),
    canBounce: false,
    bounce: () => Promise.reject(new Error('e签宝 does not report what it could not deliver')),
    async authorise({ flow }) {
      stub.grant(flow, { from: now(), until: fromNow(365 * DAY) })
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
    repeated: (index) => sentAgain(stub.callbacks[index]!),
    forged: (index) => callbackOf(stub.forged(index)),
    get mails() {
      return stub.mails.map(({ to, kind, remoteId, how }) => ({
        to: how === 'sms' ? `+86${to}` : to,
        kind,
        remoteId,
      }))
    },
    signings: () =>
      stub.flows().map((flow) => ({
        remoteId: flow.id,
        state: STATES[flow.status],
        signatories: signatoriesOf(flow),
      })),
    charged: () => ({
      signings: before.left - stub.quota.left,
      reports: before.reports - stub.quota.reports,
    }),
    environment: async () => ({
      ESIGN_HOST: settings.host,
      ESIGN_FILE_ORIGINS: settings.fileOrigins.join(','),
      ESIGN_APP_ID: settings.appId,
      ESIGN_APP_SECRET: settings.appSecret,
      ESIGN_EVIDENCE_REPORTS: '1',
    }),
    close: stub.stop,
  }
  return withFaults(driver, stub, CALLS)
}

/** The same body with the time of this delivery. */
const sentAgain = ({ url, body }: Delivery) =>
  callbackOf({ url, headers: headersOf(url, body, now().getTime()), body })

/** A person who signs by hand and sets a seal counts as two signers. */
function signatoriesOf({ request }: Flow): string[] {
  const numbers = request.signers.flatMap(({ signFields }) =>
    signFields.map(({ customBizNum }) => customBizNum),
  )
  return [...new Set(numbers.flatMap((number) => readBusinessNumber(number)?.id ?? []))]
}
