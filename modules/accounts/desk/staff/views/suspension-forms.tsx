import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { StaffMember } from '../staff.ts'

interface Props extends FormState {
  member: StaffMember
}

/** The form that suspends a member of staff. */
export function SuspensionForm({ member, problems, ...formState }: Props) {
  const t = useTranslations('desk.staff')
  return (
    <ActionForm
      id="suspension-form"
      action={`/desk/staff/${member.id}/suspension`}
      submit={t('suspend')}
      problem={problems?.form}
      isDestructive
    >
      <p className="text-sm">{t('suspensionMeaning', { name: member.name })}</p>
      <ReasonField problems={problems} {...formState} />
    </ActionForm>
  )
}

/** The form that lifts a suspension. */
export function LiftForm({ member, problems, ...formState }: Props) {
  const t = useTranslations('desk.staff')
  return (
    <ActionForm
      id="lift-form"
      action={`/desk/staff/${member.id}/suspension-end`}
      submit={t('lift')}
      problem={problems?.form}
    >
      <p className="text-sm">{t('liftMeaning', { name: member.name })}</p>
      <ReasonField problems={problems} {...formState} />
    </ActionForm>
  )
}

function ReasonField({ values, problems }: FormState) {
  const t = useTranslations('desk.staff')
  return (
    <TextField
      name="cause"
      label={t('reason')}
      required
      maxLength={500}
      values={values}
      problems={problems}
    />
  )
}
