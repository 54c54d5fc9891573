import type { Db } from '#src/app/database.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'

/** Says nothing of what was written: the address may be that of somebody who never wrote to us. */
export async function sendReceiptLater(trx: Db, to: string, number: string, locale: Locale) {
  const t = translate(locale)
  const paragraphs = [t('messaging.receipt.text', { number })]
  await sendLetterLater(trx, { to, locale, subject: t('messaging.receipt.subject'), paragraphs })
}
