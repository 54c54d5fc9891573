import type { Db } from '#src/app/database.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'

interface Notice {
  to: string
  locale: Locale
  /** Its subject and text stand under `acctInfo.mail` in the locales. */
  about:
    | 'passwordChanged'
    | 'emailChanged'
    | 'mobileChanged'
    | 'socialBound'
    | 'socialUnbound'
    | 'deletionAsked'
    | 'deletionToSupport'
    | 'erased'
    | 'corrected'
    | 'handedOver'
    | 'planOpened'
    | 'left'
    | 'restricted'
    | 'restored'
  values?: Record<string, string>
}

/** One paragraph about what happened to an account, promised in the transaction in which it happened. */
export async function sendNoticeLater(trx: Db, { to, locale, about, values = {} }: Notice) {
  const t = translate(locale)
  const subject = t(`acctInfo.mail.${about}.subject`, values)
  const paragraphs = [t(`acctInfo.mail.${about}.text`, values)]
  await sendLetterLater(trx, { to, locale, subject, paragraphs, footer: t('acctInfo.mail.footer') })
}
