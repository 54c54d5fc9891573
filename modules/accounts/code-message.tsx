import type { Db } from '#src/database.ts'
import { type Locale, languageTag, translate } from '#src/i18n.ts'
import { mailHtml, sendMailLater } from '#src/mail.tsx'
import { sendSmsLater } from '#src/sms.ts'
import { EmailLayout } from '#views/email-layout.tsx'
import { accountAt } from './account.ts'
import { type CodeRequest, newVerificationCode } from './verification-code.ts'

/**
 * Makes a code and promises the message that carries it, in one transaction. Whoever asks learns nothing
 * about the address: an unknown one asking for a new password is told so by its own mail.
 */
export async function sendVerificationCode(db: Db, request: CodeRequest, locale: Locale) {
  await db.transaction().execute(async (trx) => {
    const code = await newVerificationCode(trx, request)
    const known = await accountAt(trx, request.address)
    const theirs = known?.locale ?? locale
    const t = translate(theirs)
    if (request.purpose === 'password' && !known) return sendNoAccount(trx, request.address, locale)
    const text = t('accounts.codeMail.text', { code })
    if (!request.address.includes('@')) return sendSmsLater(trx, request.address, text, code)
    const html = mailHtml(
      <EmailLayout lang={languageTag(theirs)} brand={t('common.brand')} footer={t('common.mail.footer')}>
        <p>{t('accounts.codeMail.lead')}</p>
        <p className="code">{code}</p>
        <p>{t('accounts.codeMail.note')}</p>
      </EmailLayout>,
    )
    await sendMailLater(trx, {
      to: request.address,
      subject: t('accounts.codeMail.subject'),
      text,
      html,
      code,
    })
  })
}

async function sendNoAccount(trx: Db, address: string, locale: Locale) {
  const t = translate(locale)
  const text = t('accounts.noAccountMail.text')
  if (!address.includes('@')) return sendSmsLater(trx, address, text)
  const html = mailHtml(
    <EmailLayout lang={languageTag(locale)} brand={t('common.brand')} footer={t('common.mail.footer')}>
      <p>{text}</p>
    </EmailLayout>,
  )
  await sendMailLater(trx, { to: address, subject: t('accounts.noAccountMail.subject'), text, html })
}
