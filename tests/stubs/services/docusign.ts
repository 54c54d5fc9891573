import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import type { RemoteState } from '#modules/signing/providers/remote/service.ts'
import { EXPIRED, startDocusignStub } from '../docusign/docusign.ts'
import type { StubEnvelope } from '../docusign/envelopes.ts'
import { type CallsOfSteps, type Faults, withFaults } from './faults.ts'
import { type Call, named } from './server.ts'
import {
  type AuthorisationPage,
  callbackOf,
  listenerOf,
  type ServiceStub,
  type ServiceStubOptions,
} from './service-stub.ts'

/**
 * Requests that set this status of an envelope: sending and voiding differ only in the status in the body.
 */
const settingStatus = (status: string) => (call: Call) =>
  named('PUT /restapi/')(call) && call.body.toString().includes(`"status":"${status}"`)

/** The request by which the adapter carries out each step. */
const CALLS: CallsOfSteps = {
  authorise: named('/oauth/token'),
  authorisation: named('/oauth/token'),
  draft: (call) => call.method === 'POST' && call.url.pathname.endsWith('/envelopes'),
  start: settingStatus('sent'),
  progress: (call) => call.method === 'GET' && /\/envelopes\/[^/]+$/.test(call.url.pathname),
  signerLink: named('/views/recipient'),
  remind: named('/recipients'),
  correctContact: named('/recipients'),
  extend: named('/notification'),
  revoke: settingStatus('voided'),
  download: named('/documents/combined'),
  evidence: named('/documents/certificate'),
}

const STATES: Record<string, RemoteState> = {
  created: 'draft',
  sent: 'started',
  delivered: 'started',
  completed: 'completed',
  declined: 'declined',
  deleted: 'revoked',
}

/** A stub of DocuSign at which no user has consented yet. */
export async function docusignStub({
  timeout = 3000,
  ...options
}: ServiceStubOptions = {}): Promise<ServiceStub> {
  const stub = await startDocusignStub({
    ...options,
    onCallback: listenerOf(options),
    redirect: null,
  })
  const settings = { ...stub.settings, timeout }
  const repetitions = new Map<number, number>()
  /** The positions of callbacks in `stub.callbacks`; its other entries are redirects of browsers. */
  const positions = () => stub.callbacks.flatMap(({ body }, position) => (body.length > 0 ? position : []))

  /** A user who has consented before is redirected without a page. */
  async function answer({ flow, url }: AuthorisationPage, decide: (flow: string) => string): Promise<string> {
    if (new URL(url).origin !== stub.url) return url
    const page = await fetch(url)
    if (!page.ok) throw new Error(await page.text())
    return decide(flow)
  }

  const driver: Omit<ServiceStub, keyof Faults> = {
    name: 'docusign',
    url: stub.url,
    service: docusign(settings),
    sign: stub.signAs,
    approve: stub.signAs,
    decline: stub.declineAs,
    expire: stub.expire,
    revoke: stub.revokeAtService,
    canBounce: true,
    bounce: async (remoteId, signatoryId) => stub.bounce(remoteId, signatoryId),
    authorise: (page) => answer(page, stub.grant),
    refuse: (page) => answer(page, stub.refuse),
    withdraw: async ({ flow }) => stub.lapse(flow),
    get callbacks() {
      return positions().map((position) => callbackOf(stub.callbacks[position]!))
    },
    repeated(index) {
      const count = (repetitions.get(index) ?? 0) + 1
      repetitions.set(index, count)
      return callbackOf(stub.repeated(positions()[index]!, count))
    },
    forged: (index) => callbackOf(stub.forged(positions()[index]!)),
    get mails() {
      return stub.mails.map(({ to, kind, envelopeId }) => ({ to, kind, remoteId: envelopeId }))
    },
    signings: () =>
      stub.envelopes().map((envelope) => ({
        remoteId: envelope.id,
        state: stateOf(envelope),
        signatories: envelope.recipients.flatMap(({ customFields }) => customFields.slice(0, 1)),
      })),
    charged: () => ({ signings: stub.started().length, reports: 0 }),
    async environment(folder) {
      const keyFile = join(folder, 'docusign.pem')
      const key = settings.privateKey.export({ type: 'pkcs8', format: 'pem' })
      await writeFile(keyFile, key, { mode: 0o600 })
      return {
        DOCUSIGN_ENVIRONMENT: settings.authBase,
        DOCUSIGN_INTEGRATION_KEY: settings.integrationKey,
        DOCUSIGN_USER_ID: settings.userId,
        DOCUSIGN_ACCOUNT_ID: settings.accountId,
        DOCUSIGN_PRIVATE_KEY_FILE: keyFile,
        DOCUSIGN_HMAC_KEYS: settings.hmacKeys.join(','),
      }
    },
    close: stub.stop,
  }
  return withFaults(driver, stub, CALLS)
}

function stateOf({ status, voidedReason }: StubEnvelope): RemoteState {
  if (status === 'voided') return voidedReason === EXPIRED ? 'expired' : 'revoked'
  return STATES[status]!
}
