import { now } from '#src/core/clock.ts'
import { KEEPS_SIGNATURES } from '../provider-name.ts'
import { ProviderError } from '../remote/provider-error.ts'
import type { Capabilities, RemoteAuthorisation, RemoteService } from '../remote/service.ts'
import { readCallback } from './callbacks.ts'
import { callsOf } from './calls.ts'
import { CONSENT_PERIOD, consentUrl, newFlow, startOf } from './consent.ts'
import { MAXIMUM_BYTES, MAXIMUM_DAYS } from './envelope.ts'
import { envelopesOf } from './envelopes.ts'
import { refused } from './errors.ts'
import { openSession } from './session.ts'
import type { DocusignSettings } from './settings.ts'

export const capabilitiesOf = ({ sms }: Pick<DocusignSettings, 'sms'>): Capabilities => ({
  contacts: { email: true, phone: sms },
  senders: ['individual', 'institution'],
  parallel: 'mixed',
  // Only the account's plan may limit the number.
  maximumSignatories: Number.POSITIVE_INFINITY,
  approvers: true,
  copies: true,
  // Its stamps are pictures that a signer adds, not company seals.
  seals: false,
  crossPageSeals: false,
  remind: true,
  correctContact: true,
  extensions: Number.POSITIVE_INFINITY,
  message: true,
  // DocuSign flattens uploaded PDFs.
  keepsSignatures: KEEPS_SIGNATURES.docusign,
  languages: ['zh_CN', 'zh_TW', 'en_US'],
  identityLevels: sms ? ['email', 'phone'] : ['email'],
  maximumBytes: MAXIMUM_BYTES,
  maximumDays: MAXIMUM_DAYS,
})

/**
 * DocuSign eSignature REST v2.1. One configured user sends all envelopes; the consent of this user lasts
 * until it is withdrawn. README.md explains why.
 */
export function docusign(settings: DocusignSettings): RemoteService {
  const session = openSession(settings)
  return {
    capabilities: capabilitiesOf(settings),
    ...consentOf(settings, session),
    ...envelopesOf(settings, callsOf(settings, session)),
    acknowledgement: { status: 200, contentType: 'text/plain', body: 'OK' },
  }
}

type ConsentMethods = Pick<RemoteService, 'authorise' | 'authorisation' | 'readCallback'>

function consentOf(settings: DocusignSettings, session: ReturnType<typeof openSession>): ConsentMethods {
  async function isGranted(): Promise<boolean> {
    try {
      await session.check()
      return true
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'unauthorised') return false
      throw error
    }
  }

  return {
    authorise: async (_sender, { returnUrl }) => {
      const flow = newFlow(settings)
      if (!(await isGranted())) return { flow, url: consentUrl(settings, flow, returnUrl) }
      const url = new URL(returnUrl)
      url.searchParams.set('state', flow)
      return { flow, url: url.href }
    },
    authorisation: async (flow, query = {}): Promise<RemoteAuthorisation> => {
      const startedAt = startOf(flow, settings)
      if (!startedAt) throw refused('UNKNOWN_FLOW', 'This attempt to get consent is not ours')
      if (await isGranted()) return { state: 'granted', reference: settings.userId, from: null, until: null }
      if (query.state === flow && query.error === 'access_denied')
        return { state: 'refused', reason: query.error_description?.slice(0, 200) || null }
      const isOver = now().getTime() - startedAt.getTime() > CONSENT_PERIOD
      return isOver ? { state: 'lapsed', reason: null } : { state: 'pending' }
    },
    readCallback: (request) => readCallback(request, settings),
  }
}
