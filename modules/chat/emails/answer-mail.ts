import { publicUrl } from '#src/http/envelope.ts'
import { letter } from '#src/mail/letter.tsx'

interface Answer {
  answer: string
  /** The name of the file that came with it. */
  file: string | null
  /** Of the page where the conversation is. */
  path: string
}

/** What we answered, with the way back to the conversation. */
export const sendAnswerMail = letter<Answer>(
  'chat.answer',
  (t, { answer, file, path }) => ({
    subject: t('chat.mail.subject'),
    paragraphs: [
      t('chat.mail.lead'),
      ...answer.split(/\n+/).filter(Boolean),
      ...(file ? [t('chat.mail.file', { file })] : []),
    ],
    button: { words: t('chat.mail.open'), link: publicUrl(path) },
  }),
  ({ answer }) => ({ answer, file: null, path: '/mgmt/online-service' }),
)
