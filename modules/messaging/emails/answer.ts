import type { Db } from '#src/app/database.ts'
import type { Locale } from '#src/core/i18n.ts'
import { translate } from '#src/core/i18n.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'

interface Answer {
  email: string
  locale: Locale
  number: string
  question: string
  answer: string
}

/** Our answer in the sender's language, with what they asked below it. */
export async function sendAnswerLater(trx: Db, { email: to, locale, number, question, answer }: Answer) {
  const t = translate(locale)
  await sendLetterLater(trx, {
    to,
    locale,
    subject: t('messaging.answer.subject', { number }),
    paragraphs: [...answer.split(/\n+/), t('messaging.answer.again')],
    note: t('messaging.answer.asked', { question }),
  })
}
