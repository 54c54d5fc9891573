import type { Db } from '#src/app/database.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailHtml, sendMailLater } from '#src/mail/mail.tsx'
import { EmailLayout } from '#views/email-layout.tsx'

interface Letter {
  to: string
  token: string
  inviter: string
  team: string
  locale: Locale
}

/** The link is whole in the text too: some programs show no button. */
export async function sendInvitationLater(trx: Db, { to, token, inviter, team, locale }: Letter) {
  const t = translate(locale)
  const link = publicUrl(`/invitation/${token}`)
  const lead = t('acctInfo.mail.invitation.lead', { inviter, team })
  const note = t('acctInfo.mail.invitation.note')
  const html = mailHtml(
    <EmailLayout lang={languageTag(locale)} brand={t('common.brand')} footer={t('common.mail.footer')}>
      <p>{lead}</p>
      <p>
        <a className="button" href={link}>
          {t('acctInfo.mail.invitation.open')}
        </a>
      </p>
      <p className="small">{note}</p>
    </EmailLayout>,
  )
  const subject = t('acctInfo.mail.invitation.subject', { team })
  await sendMailLater(trx, { to, subject, text: `${lead}\n\n${link}\n\n${note}`, html, links: [link] })
}
