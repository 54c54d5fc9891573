import { momentText } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'

export interface Invited {
  name: string
  email: string
  locale: Locale
  document_name: string
  document_number: string
  starter_name: string
  starter_team: string
  expires_at: Date
}

export async function sendInvitation(trx: Db, to: Invited, link: string) {
  const facts = {
    name: to.name,
    document: to.document_name,
    number: to.document_number,
    starter: to.starter_name,
    team: to.starter_team,
    expires: momentText(to.expires_at),
  }
  const t = (key: string) => translate(to.locale)(`signing.invitationMail.${key}`, facts)
  await sendLetterLater(trx, {
    ...{ to: to.email, locale: to.locale, subject: t('subject') },
    ...{ paragraphs: [t('hello'), t('lead')], button: { words: t('open'), link }, note: t('note') },
  })
}

export async function sendSignCode(trx: Db, to: Invited, code: string) {
  const t = (key: string) =>
    translate(to.locale)(`signing.codeMail.${key}`, { code, document: to.document_name })
  await sendLetterLater(trx, {
    ...{ to: to.email, locale: to.locale, subject: t('subject') },
    ...{ paragraphs: [t('lead')], code, note: t('note'), text: t('text') },
  })
}
