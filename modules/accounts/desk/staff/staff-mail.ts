import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

interface Invitation {
  token: string
  inviter: string
}

export const invitationLink = (token: string) => publicUrl(`/staff-invitation/${token}`)

export const sendStaffInvitationLater = mailTemplate<Invitation>(
  'accounts.staffInvitation',
  (t, { token, inviter }) => ({
    subject: t('desk.staff.mail.subject'),
    paragraphs: [t('desk.staff.mail.lead', { inviter })],
    note: t('desk.staff.mail.note'),
    button: { words: t('desk.staff.mail.open'), link: invitationLink(token) },
    footer: t('common.mail.staffFooter'),
  }),
  ({ person }) => ({ token: 'sample', inviter: person }),
)
