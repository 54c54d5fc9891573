import type { Db } from '#src/app/database.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'

interface Invitation {
  to: string
  token: string
  inviter: string
  team: string
  locale: Locale
}

export async function sendInvitationLater(trx: Db, { to, token, inviter, team, locale }: Invitation) {
  const t = (key: string) => translate(locale)(key, { inviter, team })
  await sendLetterLater(trx, {
    ...{
      to,
      locale,
      subject: t('acctInfo.mail.invitation.subject'),
      paragraphs: [t('acctInfo.mail.invitation.lead')],
      note: t('acctInfo.mail.invitation.note'),
    },
    button: { words: t('acctInfo.mail.invitation.open'), link: publicUrl(`/invitation/${token}`) },
  })
}
