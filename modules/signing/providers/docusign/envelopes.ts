import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import type { RemoteService, RemoteSignatory } from '../remote/service.ts'
import { type Call, checkResults } from './calls.ts'
import { envelopeOf, notificationOf } from './envelope.ts'
import { refused, unavailable } from './errors.ts'
import { MAX_FILE_BYTES, parse } from './http.ts'
import {
  type Envelope,
  ownId,
  progressOf,
  type Recipient,
  readEnvelope,
  signatoryStateOf,
  stateOf,
} from './progress.ts'
import { contactOf, cut, embeddingOf, nameOf } from './recipients.ts'
import { isBelow } from './session.ts'
import type { DocusignSettings } from './settings.ts'

type ConsentMethod = 'authorise' | 'authorisation' | 'readCallback'
type Envelopes = Required<Omit<RemoteService, ConsentMethod | 'capabilities' | 'acknowledgement'>>

const Created = v.object({ envelopeId: v.pipe(v.string(), v.regex(/^[\da-fA-F-]{36}$/)) })
const View = v.object({ url: v.string() })

/** Calls that concern envelopes. */
export function envelopesOf(settings: DocusignSettings, call: Call): Envelopes {
  const find = async (id: string): Promise<Envelope> =>
    readEnvelope((await call({ method: 'GET', path: `${pathOf(id)}?include=recipients` })).body)

  async function changeState(id: string, body: object): Promise<void> {
    await call({ method: 'PUT', path: pathOf(id), body })
  }

  /** Sends a changed recipient, which also sends the invitation again. */
  async function resendTo(
    id: string,
    { recipient, isCopy }: EnvelopeRecipient,
    changes: object,
  ): Promise<void> {
    const changedRecipients = [{ recipientId: recipient.recipientId, ...changes }]
    const body = isCopy ? { carbonCopies: changedRecipients } : { signers: changedRecipients }
    const path = `${pathOf(id)}/recipients?resend_envelope=true`
    checkResults(await call({ method: 'PUT', path, body }))
  }

  async function fileOf(id: string, path: string): Promise<Uint8Array> {
    const request = { path: `${pathOf(id)}${path}`, limit: MAX_FILE_BYTES, hasFile: true }
    const { body } = await call({ method: 'GET', ...request })
    if (body.subarray(0, 1024).indexOf('%PDF-') < 0)
      throw unavailable('NO_PDF', 'DocuSign answered with something else than a PDF')
    return body
  }

  async function findCompleted(id: string): Promise<Envelope> {
    const envelope = await find(id)
    const state = stateOf(envelope)
    if (state === 'completed') return envelope
    if (state === 'started')
      throw new ProviderError('not-ready', 'NOT_COMPLETED', 'Not everybody has signed the envelope')
    throw refused('NOT_COMPLETED', `The envelope is ${state}, so it has no signed file`)
  }

  return {
    draft: async (order) => {
      const body = await envelopeOf(order, settings)
      const answer = await call({ method: 'POST', path: '/envelopes', body, hasFile: true })
      return parse(Created, answer.body).envelopeId.toLowerCase()
    },
    start: async (id) => {
      try {
        await changeState(id, { status: 'sent' })
      } catch (error) {
        if (!isRefused(error) || !wasStarted(await find(id))) throw error
      }
    },
    progress: async (id) => progressOf(await find(id)),
    signerLink: async (id, signatory, returnUrl) => {
      const body = {
        returnUrl,
        authenticationMethod: 'None',
        clientUserId: signatory.id,
        userName: nameOf(signatory),
        // A signatory without an email address is identified by DocuSign's id.
        ...(signatory.email
          ? { email: signatory.email }
          : { userId: recipientOf(await find(id), signatory).recipient.userId }),
      }
      const answer = await call({ method: 'POST', path: `${pathOf(id)}/views/recipient`, body })
      const { url } = parse(View, answer.body)
      if (![settings.apiDomain, settings.pageDomain].some((domain) => isBelow(domain, settings, url)))
        throw unavailable('FOREIGN_ADDRESS', 'DocuSign named a signing page outside of its domain')
      return url
    },
    remind: async (id, signatory) => {
      const recipient = invitedRecipient(await find(id), signatory)
      // Without the address, because DocuSign would otherwise treat the recipient as corrected.
      await resendTo(id, recipient, { name: nameOf(signatory) })
    },
    correctContact: async (id, signatory) => {
      const recipient = recipientOf(await find(id), signatory)
      const embedding = recipient.isCopy ? {} : embeddingOf(signatory)
      await resendTo(id, recipient, {
        name: nameOf(signatory),
        ...contactOf(signatory, settings.sms),
        ...embedding,
      })
    },
    extend: async (id, expiresAt) => {
      const { sentDateTime } = await find(id)
      if (!sentDateTime) throw refused('NOT_SENT', 'An envelope that was not sent has no end')
      const body = notificationOf(expiresAt, sentDateTime)
      await call({ method: 'PUT', path: `${pathOf(id)}/notification`, body })
    },
    revoke: async (id, reason) => {
      const voidedReason = cut(reason.trim(), 200) || '-'
      try {
        await changeState(id, { status: 'voided', voidedReason })
      } catch (error) {
        if (!isRefused(error)) throw error
        const state = stateOf(await find(id))
        if (state === 'started') throw error
        // A draft cannot be voided, only deleted.
        if (state === 'draft')
          await call({ method: 'PUT', path: '/folders/recyclebin', body: { envelopeIds: [id] } })
      }
    },
    download: async (id) => {
      await findCompleted(id)
      return fileOf(id, '/documents/combined?certificate=false')
    },
    evidence: async (id) => {
      const language = languageOf(await findCompleted(id))
      const bytes = await fileOf(id, `/documents/certificate?language=${encodeURIComponent(language)}`)
      return { state: 'fetched', fileName: `docusign-certificate-${id}.pdf`, bytes }
    },
  }
}

const pathOf = (id: string) => `/envelopes/${encodeURIComponent(id)}`

const isRefused = (error: unknown) => error instanceof ProviderError && error.kind === 'refused'

const wasStarted = (envelope: Envelope) =>
  stateOf(envelope) !== 'draft' && envelope.status.toLowerCase() !== 'deleted'

interface EnvelopeRecipient {
  recipient: Recipient
  isCopy: boolean
}

function recipientOf({ recipients }: Envelope, { id }: RemoteSignatory): EnvelopeRecipient {
  const signer = recipients?.signers.find((one) => ownId(one) === id)
  if (signer) return { recipient: signer, isCopy: false }
  const copy = recipients?.carbonCopies.find((one) => ownId(one) === id)
  if (copy) return { recipient: copy, isCopy: true }
  throw refused('UNKNOWN_ENVELOPE_RECIPIENT', 'The envelope has no such recipient')
}

/** The recipient, if it is the recipient's turn. */
function invitedRecipient(envelope: Envelope, signatory: RemoteSignatory): EnvelopeRecipient {
  const recipient = recipientOf(envelope, signatory)
  const state = signatoryStateOf(recipient.recipient)
  if (stateOf(envelope) !== 'started' || state !== 'invited')
    throw refused('NOT_INVITED', 'Only somebody whose turn it is can be reminded')
  return recipient
}

/**
 * The language of the certificate: the recipients' language if it is the same for all, otherwise English.
 */
function languageOf({ recipients }: Envelope): string {
  const allRecipients = [...(recipients?.signers ?? []), ...(recipients?.carbonCopies ?? [])]
  const languages = new Set(allRecipients.map((one) => one.emailNotification?.supportedLanguage ?? 'en'))
  const [firstLanguage = 'en'] = languages
  return languages.size === 1 ? firstLanguage : 'en'
}
