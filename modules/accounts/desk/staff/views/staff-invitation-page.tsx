import type { FormState } from '#src/http/body.ts'
import { FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { PasswordTwice } from '../../../entry/views/password-twice.tsx'
import type { StaffInvitation } from '../staff-invitation.ts'
import { useRoleNames } from './role-names.ts'

interface Props extends FormState {
  invitation: StaffInvitation
  action: string
}

/** Opening the page changes nothing, because mail programs open links automatically. */
export function StaffInvitationPage({ invitation, action, values, problems, details }: Props) {
  const t = useTranslations('desk.staff')
  const tAccounts = useTranslations('accounts')
  const roleNames = useRoleNames()
  const { name, email, roles, formerId } = invitation
  return (
    <Card title={t('invitation.title')}>
      <p className="mb-3">{t('invitation.lead', { name, email, roles: roleNames(roles) })}</p>
      <form method="post" action={action} noValidate>
        <FormProblem problem={problems?.form} values={details} />
        {!formerId && (
          <TextField
            name="username"
            label={tAccounts('username')}
            hint={tAccounts('usernameHint')}
            required
            maxLength={20}
            autoComplete="username"
            values={values}
            problems={problems}
          />
        )}
        <PasswordTwice label={tAccounts(formerId ? 'newPassword' : 'password')} problems={problems} />
        <button type="submit" className="btn btn-primary mt-3 w-full">
          {t('invitation.accept')}
        </button>
      </form>
    </Card>
  )
}
