import { publicUrl } from '#src/http/envelope.ts'
import { letter } from '#src/mail/letter.tsx'

interface Answer {
  answer: string
}

/** What we answered, with the way back to the conversation. */
export const sendAnswerMail = letter<Answer>(
  'chat.answer',
  (t, { answer }) => ({
    subject: t('chat.mail.subject'),
    paragraphs: [t('chat.mail.lead'), ...answer.split(/\n+/)],
    button: { words: t('chat.mail.open'), link: publicUrl('/mgmt/online-service') },
  }),
  ({ answer }) => ({ answer }),
)
