import { mailTemplate } from '#src/mail/mail-template.tsx'

interface Answer {
  number: string
  question: string
  answer: string
}

/** Our answer in the sender's language, with their question below it. */
export const sendAnswerLater = mailTemplate<Answer>(
  'messaging.answer',
  (t, { number, question, answer }) => ({
    subject: t('messaging.answer.subject', { number }),
    paragraphs: [...answer.split(/\n+/), t('messaging.answer.again')],
    note: t('messaging.answer.asked', { question }),
    footer: t('messaging.answer.footer'),
  }),
  ({ requestNumber: number, question, answer }) => ({ number, question, answer }),
)
