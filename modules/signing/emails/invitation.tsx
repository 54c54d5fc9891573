import { momentText } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { mailHtml, sendMailLater } from '#src/mail/mail.tsx'
import { EmailLayout } from '#views/email-layout.tsx'

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
  const t = translate(to.locale)
  const facts = {
    name: to.name,
    document: to.document_name,
    number: to.document_number,
    starter: to.starter_name,
    team: to.starter_team,
    expires: momentText(to.expires_at),
  }
  const html = mailHtml(
    <EmailLayout lang={languageTag(to.locale)} brand={t('common.brand')} footer={t('common.mail.footer')}>
      <p>{t('signing.invitationMail.hello', facts)}</p>
      <p>{t('signing.invitationMail.lead', facts)}</p>
      <p>
        <a className="button" href={link}>
          {t('signing.invitationMail.open')}
        </a>
      </p>
      <p className="small">{t('signing.invitationMail.note', facts)}</p>
    </EmailLayout>,
  )
  const text = `${t('signing.invitationMail.hello', facts)}\n${t('signing.invitationMail.lead', facts)}\n${link}\n${t('signing.invitationMail.note', facts)}`
  await sendMailLater(trx, {
    to: to.email,
    subject: t('signing.invitationMail.subject', facts),
    text,
    html,
    links: [link],
  })
}

export async function sendSignCode(trx: Db, to: Invited, code: string) {
  const t = translate(to.locale)
  const html = mailHtml(
    <EmailLayout lang={languageTag(to.locale)} brand={t('common.brand')} footer={t('common.mail.footer')}>
      <p>{t('signing.codeMail.lead', { document: to.document_name })}</p>
      <p className="code">{code}</p>
      <p>{t('signing.codeMail.note')}</p>
    </EmailLayout>,
  )
  const text = t('signing.codeMail.text', { code, document: to.document_name })
  await sendMailLater(trx, { to: to.email, subject: t('signing.codeMail.subject'), text, html, code })
}
