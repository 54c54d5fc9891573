import type { Db } from '#src/app/database.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { mailHtml, sendMailLater } from '#src/mail/mail.tsx'
import { EmailLayout } from '#views/email-layout.tsx'

interface Notice {
  to: string
  locale: Locale
  /** Its subject and text stand under `acctInfo.mail` in the locales. */
  about:
    | 'passwordChanged'
    | 'emailChanged'
    | 'mobileChanged'
    | 'deletionAsked'
    | 'deletionToSupport'
    | 'erased'
    | 'corrected'
    | 'handedOver'
    | 'planOpened'
    | 'left'
  values?: Record<string, string>
}

/** One paragraph about what happened to an account, promised in the transaction of the deed. */
export async function sendNoticeLater(trx: Db, { to, locale, about, values = {} }: Notice) {
  const t = translate(locale)
  const text = t(`acctInfo.mail.${about}.text`, values)
  const html = mailHtml(
    <EmailLayout lang={languageTag(locale)} brand={t('common.brand')} footer={t('acctInfo.mail.footer')}>
      <p>{text}</p>
    </EmailLayout>,
  )
  await sendMailLater(trx, { to, subject: t(`acctInfo.mail.${about}.subject`, values), text, html })
}
