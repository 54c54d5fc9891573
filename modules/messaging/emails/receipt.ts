import { REPLY } from '#src/calendar/reply.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

/**
 * The receipt does not quote the feedback, because the address may belong to another person than its author.
 */
export const sendReceiptLater = mailTemplate<{ number: string }>(
  'messaging.receipt',
  (t, facts) => ({
    subject: t('messaging.receipt.subject'),
    paragraphs: [t('messaging.receipt.text', { ...facts, reply: REPLY.general })],
  }),
  ({ requestNumber: number }) => ({ number }),
)
