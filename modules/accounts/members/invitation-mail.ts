import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

interface Invitation {
  token: string
  inviter: string
  team: string
}

export const sendInvitationLater = mailTemplate<Invitation>(
  'accounts.invitation',
  (t, { token, inviter, team }) => ({
    subject: t('acctInfo.mail.invitation.subject', { team }),
    paragraphs: [t('acctInfo.mail.invitation.lead', { inviter, team })],
    note: t('acctInfo.mail.invitation.note'),
    button: { words: t('acctInfo.mail.invitation.open'), link: publicUrl(`/invitation/${token}`) },
  }),
  ({ person, team }) => ({ token: 'sample', inviter: person, team }),
)
