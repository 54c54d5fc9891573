import { publicUrl } from '#src/http/envelope.ts'
import { letter } from '#src/mail/letter.tsx'

interface Invitation {
  token: string
  inviter: string
  team: string
}

export const sendInvitationLater = letter<Invitation>(
  'accounts.invitation',
  (t, { token, inviter, team }) => ({
    subject: t('acctInfo.mail.invitation.subject', { team }),
    paragraphs: [t('acctInfo.mail.invitation.lead', { inviter, team })],
    note: t('acctInfo.mail.invitation.note'),
    button: { words: t('acctInfo.mail.invitation.open'), link: publicUrl(`/invitation/${token}`) },
  }),
  ({ person, team }) => ({ token: 'sample', inviter: person, team }),
)
