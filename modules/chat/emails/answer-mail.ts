import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

interface Answer {
  answer: string
  /** Name of the attached file. */
  file: string | null
  /** Path of the conversation's page. */
  path: string
}

/** A mail with our answer and a link to the conversation. */
export const sendAnswerMail = mailTemplate<Answer>(
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
