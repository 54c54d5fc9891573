import type { Db } from '#src/app/database.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { mailHtml, sendMailLater } from '#src/mail/mail.tsx'
import { EmailLayout } from '#views/email-layout.tsx'

/** Says nothing of what was written: the address may be that of somebody who never wrote to us. */
export async function sendReceiptLater(trx: Db, to: string, number: string, locale: Locale) {
  const t = translate(locale)
  const text = t('messaging.receipt.text', { number })
  const html = mailHtml(
    <EmailLayout lang={languageTag(locale)} brand={t('common.brand')} footer={t('common.mail.footer')}>
      <p>{text}</p>
    </EmailLayout>,
  )
  await sendMailLater(trx, { to, subject: t('messaging.receipt.subject'), text, html })
}
