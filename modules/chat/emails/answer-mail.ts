import { publicUrl } from '#src/http/envelope.ts'
import { letter } from '#src/mail/letter.tsx'

interface Answer {
  answer: string
  /** The name of the file that came with it. */
  file: string | null
}

/** What we answered, with the way back to the conversation. */
export const sendAnswerMail = letter<Answer>(
  'chat.answer',
  (t, { answer, file }) => ({
    subject: t('chat.mail.subject'),
    paragraphs: [
      t('chat.mail.lead'),
      ...answer.split(/\n+/).filter(Boolean),
      ...(file ? [t('chat.mail.file', { file })] : []),
    ],
    button: { words: t('chat.mail.open'), link: publicUrl('/mgmt/online-service') },
  }),
  ({ answer }) => ({ answer, file: null }),
)
