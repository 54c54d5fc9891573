import { letter } from '#src/mail/letter.tsx'

/** Does not quote the feedback, because the address may belong to somebody who did not write it. */
export const sendReceiptLater = letter<{ number: string }>(
  'messaging.receipt',
  (t, facts) => ({
    subject: t('messaging.receipt.subject'),
    paragraphs: [t('messaging.receipt.text', facts)],
  }),
  ({ feedback }) => ({ number: feedback }),
)
