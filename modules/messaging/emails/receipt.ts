import { letter } from '#src/mail/letter.tsx'

/** Says nothing of what was written: the address may be that of somebody who never wrote to us. */
export const sendReceiptLater = letter<{ number: string }>(
  'messaging.receipt',
  (t, facts) => ({
    subject: t('messaging.receipt.subject'),
    paragraphs: [t('messaging.receipt.text', facts)],
  }),
  ({ feedback }) => ({ number: feedback }),
)
