import { randomUUID } from 'node:crypto'
import { DAY, now } from '#src/core/clock.ts'
import { timeOf } from './connect.ts'
import type { Definition } from './shapes.ts'

type Status = 'created' | 'sent' | 'delivered' | 'completed' | 'declined' | 'voided' | 'deleted'

export interface StubRecipient {
  kind: 'signers' | 'carbonCopies'
  recipientId: string
  /** DocuSign's id of the recipient. */
  userId: string
  clientUserId: string | undefined
  customFields: string[]
  name: string
  email: string | undefined
  phone: string | null
  language: string
  routingOrder: number
  status: string
  at: Partial<Record<'sentDateTime' | 'signedDateTime' | 'declinedDateTime', Date>>
  declinedReason: string | undefined
}

export interface StubEnvelope {
  id: string
  definition: Definition
  status: Status | string
  sentAt: Date | null
  voidedAt: Date | null
  voidedReason: string
  expireAfter: number
  recipients: StubRecipient[]
  file: Uint8Array
  /** The file with all signatures so far. */
  signed: Promise<Uint8Array> | null
}

/** A mail or text message, with its recipient and language. */
export interface Mail {
  to: string
  by: 'email' | 'sms'
  kind: 'invitation' | 'reminder' | 'correction' | 'copy' | 'voided'
  language: string
  envelopeId: string
}

export function newEnvelope(definition: Definition): StubEnvelope {
  const { signers, carbonCopies } = definition.recipients
  const recipientOf = (kind: StubRecipient['kind']) => (one: (typeof carbonCopies)[number]) => ({
    kind,
    recipientId: one.recipientId,
    userId: randomUUID(),
    clientUserId: (one as { clientUserId?: string }).clientUserId,
    customFields: one.customFields,
    name: one.name,
    email: one.email,
    phone: phoneOf(one),
    language: one.emailNotification.supportedLanguage,
    routingOrder: Number(one.routingOrder),
    status: 'created',
    at: {},
    declinedReason: undefined,
  })
  return {
    id: randomUUID(),
    definition,
    status: 'created',
    sentAt: null,
    voidedAt: null,
    voidedReason: '',
    expireAfter: Number(definition.notification.expirations.expireAfter),
    recipients: [...signers.map(recipientOf('signers')), ...carbonCopies.map(recipientOf('carbonCopies'))],
    file: Buffer.from(definition.documents[0].documentBase64, 'base64'),
    signed: null,
  }
}

type Contact = Pick<
  Definition['recipients']['carbonCopies'][number],
  'phoneNumber' | 'additionalNotifications'
>

export function phoneOf({ phoneNumber, additionalNotifications }: Contact): string | null {
  const phone = phoneNumber ?? additionalNotifications?.[0].phoneNumber
  return phone ? `+${phone.countryCode}${phone.number}` : null
}

/** The reason why nothing can be sent to the recipients; null if it can. */
export function problemOf({ recipients }: StubEnvelope): string | null {
  const ids = new Set(recipients.map(({ recipientId }) => recipientId))
  if (ids.size !== recipients.length) return 'DUPLICATE_RECIPIENT_ID'
  if (recipients.some(({ email, phone }) => !email && !phone)) return 'INVALID_EMAIL_ADDRESS_FOR_RECIPIENT'
  return null
}

export const isOpen = ({ status }: StubEnvelope) => status === 'sent' || status === 'delivered'

/** Whether the recipient can sign; also true after a returned mail. */
export const isInvited = ({ status }: StubRecipient) =>
  ['sent', 'delivered', 'autoresponded'].includes(status)

/** The recipients whose turn it is. */
export function current({ recipients }: StubEnvelope): StubRecipient[] {
  const open = recipients.filter(({ status }) => status !== 'completed')
  const order = Math.min(...open.map(({ routingOrder }) => routingOrder))
  return open.filter(({ routingOrder }) => routingOrder === order)
}

export const recipientOf = ({ recipients }: StubEnvelope, signatoryId: string) => {
  const recipient = recipients.find(({ customFields }) => customFields[0] === signatoryId)
  if (!recipient) throw new Error(`no recipient ${signatoryId}`)
  return recipient
}

const optional = (date: Date | null | undefined) => (date ? timeOf(date) : undefined)

/** An envelope in the API's format: numbers and flags are texts. */
export function shownEnvelope(envelope: StubEnvelope, hasRecipients: boolean) {
  const { id, status, sentAt, voidedAt, voidedReason, expireAfter } = envelope
  return {
    envelopeId: id,
    status,
    envelopeUri: `/envelopes/${id}`,
    sentDateTime: optional(sentAt),
    expireEnabled: 'true',
    expireAfter: String(expireAfter),
    expireDateTime: optional(sentAt && new Date(sentAt.getTime() + expireAfter * DAY)),
    voidedDateTime: optional(voidedAt),
    voidedReason: voidedReason || undefined,
    statusChangedDateTime: timeOf(now()),
    ...(hasRecipients && { recipients: shownRecipients(envelope) }),
  }
}

function shownRecipients({ recipients }: StubEnvelope) {
  const shown = (kind: StubRecipient['kind']) =>
    recipients
      .filter((one) => one.kind === kind)
      .map(
        ({ recipientId, userId, clientUserId, customFields, name, email, status, at, language, ...one }) => ({
          recipientId,
          recipientIdGuid: randomUUID(),
          userId,
          clientUserId,
          customFields,
          name,
          email,
          status,
          routingOrder: String(one.routingOrder),
          sentDateTime: optional(at.sentDateTime),
          signedDateTime: optional(at.signedDateTime),
          declinedDateTime: optional(at.declinedDateTime),
          declinedReason: one.declinedReason,
          emailNotification: { supportedLanguage: language },
        }),
      )
  return {
    signers: shown('signers'),
    carbonCopies: shown('carbonCopies'),
    recipientCount: `${recipients.length}`,
  }
}
