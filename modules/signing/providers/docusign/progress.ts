import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import type { IdentityLevel, RemoteProgress, RemoteState } from '../remote/service.ts'
import { unavailable } from './errors.ts'
import { parse } from './http.ts'

const Time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.check((date) => !Number.isNaN(date.getTime()), 'should be a time'),
)
const MaybeTime = v.nullish(Time, null)

const Recipient = v.object({
  recipientId: v.string(),
  status: v.string(),
  userId: v.nullish(v.string(), null),
  clientUserId: v.nullish(v.string(), null),
  email: v.nullish(v.string(), null),
  customFields: v.nullish(v.array(v.string())),
  signedDateTime: MaybeTime,
  declinedDateTime: MaybeTime,
  declinedReason: v.nullish(v.string(), null),
  emailNotification: v.nullish(v.object({ supportedLanguage: v.nullish(v.string()) })),
})
export type Recipient = v.InferOutput<typeof Recipient>

const Envelope = v.object({
  envelopeId: v.string(),
  status: v.string(),
  sentDateTime: MaybeTime,
  expireDateTime: MaybeTime,
  voidedDateTime: MaybeTime,
  voidedReason: v.nullish(v.string(), ''),
  recipients: v.optional(
    v.object({
      signers: v.optional(v.array(Recipient), []),
      carbonCopies: v.optional(v.array(Recipient), []),
    }),
  ),
})
export type Envelope = v.InferOutput<typeof Envelope>

/** Parses an envelope, and its recipients if they were requested. */
export const readEnvelope = (body: Buffer): Envelope => parse(Envelope, body)

/** Our id of a recipient; undefined for a recipient who was added at DocuSign. */
export const ownId = ({ clientUserId, customFields }: Recipient) => clientUserId ?? customFields?.[0]

const STATES: Record<string, RemoteState> = {
  created: 'draft',
  sent: 'started',
  delivered: 'started',
  signed: 'started',
  correct: 'started',
  completed: 'completed',
  declined: 'declined',
  // The envelope is a draft that was moved to the bin.
  deleted: 'revoked',
}

/** Throws 'unavailable' for an unknown state, 'not-ready' while the envelope is being made. */
export function stateOf(envelope: Envelope): RemoteState {
  const status = envelope.status.toLowerCase()
  if (status === 'voided') return isExpired(envelope) ? 'expired' : 'revoked'
  if (status === 'processing')
    throw new ProviderError('not-ready', 'PROCESSING', 'DocuSign still processes the envelope')
  return STATES[status] ?? unknownStatus('envelope', status)
}

/** DocuSign voids an expired envelope shortly after its deadline. */
function isExpired({ voidedReason, voidedDateTime, expireDateTime }: Envelope): boolean {
  if (voidedReason && /^envelope has expired\.?$/i.test(voidedReason.trim())) return true
  return voidedDateTime !== null && expireDateTime !== null && voidedDateTime >= expireDateTime
}

const unknownStatus = (kind: string, status: string): never => {
  throw unavailable('UNKNOWN_STATUS', `DocuSign reports the unknown status "${status}" of an ${kind}`)
}

type SignatoryState = RemoteProgress['signatories'][number]['state']

const SIGNATORY_STATES: Record<string, SignatoryState> = {
  created: 'waiting',
  sent: 'invited',
  delivered: 'invited',
  // The mail could not be delivered; the person can still sign.
  autoresponded: 'invited',
  faxpending: 'invited',
  signed: 'signed',
  completed: 'signed',
  declined: 'declined',
}

export function signatoryStateOf({ status }: Recipient): SignatoryState {
  return SIGNATORY_STATES[status.toLowerCase()] ?? unknownStatus('envelope recipient', status)
}

const isUndelivered = ({ status }: Recipient) => status.toLowerCase() === 'autoresponded'

/** Recipients with an email address are invited by mail, all others only by text message. */
const levelOf = ({ email }: Recipient): IdentityLevel => (email ? 'email' : 'phone')

export function progressOf(envelope: Envelope): RemoteProgress {
  if (!envelope.recipients) throw unavailable('UNEXPECTED_ANSWER', 'DocuSign named no recipients')
  const { signers, carbonCopies } = envelope.recipients
  return {
    state: stateOf(envelope),
    signatories: [...signers.map(signatoryOf), ...carbonCopies.map(copyOf)].flatMap((one) => one ?? []),
  }
}

function signatoryOf(recipient: Recipient) {
  const id = ownId(recipient)
  if (!id) return null
  const state = signatoryStateOf(recipient)
  const answeredAt = state === 'declined' ? recipient.declinedDateTime : recipient.signedDateTime
  const isOver = state === 'declined' || state === 'signed'
  const reason = state === 'declined' ? recipient.declinedReason : null
  return {
    id,
    state,
    undelivered: isUndelivered(recipient),
    level: state === 'signed' ? levelOf(recipient) : null,
    at: isOver ? answeredAt : null,
    reason,
  }
}

/** Recipients of a copy never sign, although DocuSign calls them completed. */
function copyOf(recipient: Recipient) {
  const id = ownId(recipient)
  if (!id) return null
  const state: SignatoryState = signatoryStateOf(recipient) === 'waiting' ? 'waiting' : 'invited'
  return { id, state, undelivered: isUndelivered(recipient), level: null, at: null, reason: null }
}
