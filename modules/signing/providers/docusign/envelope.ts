import { DAY, now } from '#src/core/clock.ts'
import type { RemoteOrder } from '../remote/service.ts'
import { refused } from './errors.ts'
import { DOCUMENT, pagesOf } from './places.ts'
import { cut, recipientsOf, subjectOf } from './recipients.ts'
import type { DocusignSettings } from './settings.ts'

export const MAXIMUM_BYTES = 25 * 1024 * 1024
export const MAXIMUM_DAYS = 120

/** The events that change what `progress` returns. */
const EVENTS = [
  'envelope-completed',
  'envelope-declined',
  'envelope-voided',
  'recipient-sent',
  'recipient-completed',
  'recipient-declined',
  'recipient-autoresponded',
]

/** The body that creates a draft. Throws 'refused' for an order that DocuSign cannot carry out. */
export async function envelopeOf(order: RemoteOrder, settings: DocusignSettings) {
  if (order.file.length > MAXIMUM_BYTES) throw refused('FILE_TOO_LARGE', 'The file is larger than 25 MB')
  if (order.signatories.some(({ seal }) => seal)) throw refused('NO_SEALS', 'DocuSign sets no company seals')
  const pages = await pagesOf(order)
  return {
    status: 'created',
    emailSubject: subjectOf(order.title),
    emailBlurb: cut(order.message, 10_000),
    ...replyTo(order),
    documents: [
      {
        documentId: DOCUMENT,
        name: cut(order.fileName, 100),
        fileExtension: 'pdf',
        documentBase64: Buffer.from(order.file).toString('base64'),
      },
    ],
    recipients: recipientsOf(order, pages, settings.sms),
    notification: notificationOf(order.expiresAt, now()),
    eventNotification: {
      url: order.callbackUrl,
      deliveryMode: 'SIM',
      requireAcknowledgment: 'true',
      loggingEnabled: 'true',
      includeHMAC: 'true',
      ...(settings.connectTokens && { includeOAuth: 'true' }),
      includeDocuments: 'false',
      eventData: { version: 'restv2.1', format: 'json' },
      events: EVENTS,
    },
    customFields: {
      textCustomFields: [{ name: 'signingId', value: order.signingId, show: 'false', required: 'false' }],
    },
    // Prevents signatories from handing over, printing or changing what only they may sign.
    allowReassign: 'false',
    allowMarkup: 'false',
    enableWetSign: 'false',
  }
}

/** Mails are sent in the name of our own account; replies go to the sender. */
function replyTo({ sender }: RemoteOrder) {
  if (!sender.email) return {}
  const settings = { replyEmailAddressOverride: sender.email, replyEmailNameOverride: cut(sender.name, 100) }
  return { emailSettings: settings }
}

/**
 * In whole days from the time of sending, so that the envelope never ends before `expiresAt`. Without
 * reminders, because we send our own.
 */
export function notificationOf(expiresAt: Date, sentAt: Date) {
  const days = Math.ceil((expiresAt.getTime() - sentAt.getTime()) / DAY)
  return {
    useAccountDefaults: 'false',
    reminders: { reminderEnabled: 'false', reminderDelay: '0', reminderFrequency: '0' },
    expirations: { expireEnabled: 'true', expireAfter: String(Math.max(1, days)), expireWarn: '0' },
  }
}
