import { STAFF_ROLES } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { CheckField, FieldNote, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { StaffMember } from '../staff.ts'
import { isSuspended } from '../suspension.ts'
import { LiftForm, SuspensionForm } from './suspension-forms.tsx'

interface Props extends FormState {
  member: StaffMember
}

/** A checkbox for each role, with its permissions. */
export function RoleFields({ values = {}, problems }: FormState) {
  const t = useTranslations('desk.staff')
  return (
    <fieldset className="my-2" aria-describedby={problems?.roles && 'roles-note'}>
      <legend className="mb-1 font-medium">{t('rolesTitle')}</legend>
      {STAFF_ROLES.map((role) => (
        <CheckField key={role} name={role} values={values}>
          {t(`roles.${role}.name`)}
          <span className="block text-base-content/75 text-xs">{t(`roles.${role}.work`)}</span>
        </CheckField>
      ))}
      <FieldNote name="roles" problem={problems?.roles} />
    </fieldset>
  )
}

/** The form that sets the roles of a member of staff. */
export function RolesForm({ member, values, problems }: Props) {
  const t = useTranslations('desk.staff')
  const currentRoles = Object.fromEntries(member.staff_roles.map((role) => [role, 'yes']))
  return (
    <ActionForm
      id="roles-form"
      action={`/desk/staff/${member.id}/roles`}
      submit={t('save')}
      problem={problems?.form}
    >
      <input type="hidden" name="was" value={member.staff_roles.join(' ')} />
      <RoleFields values={currentRoles} />
      <TextField
        name="reason"
        label={t('reason')}
        required
        maxLength={500}
        values={values}
        problems={problems}
      />
    </ActionForm>
  )
}

/** The form that ends the access of a member of staff. */
export function RemovalForm({ member, values, problems }: Props) {
  const t = useTranslations('desk.staff')
  return (
    <ActionForm
      id="removal-form"
      action={`/desk/staff/${member.id}/removal`}
      submit={t('remove')}
      problem={problems?.form}
      isDestructive
    >
      <p className="text-sm">{t('removalMeaning', { name: member.name })}</p>
      <TextField
        name="ground"
        label={t('reason')}
        required
        maxLength={500}
        values={values}
        problems={problems}
      />
    </ActionForm>
  )
}

/** The forms of a lead. Leads cannot suspend or remove themselves; a removed colleague is invited again. */
export function StaffMemberForms({ isOwn, ...props }: Props & { isOwn: boolean }) {
  const t = useTranslations('desk.staff')
  const { state } = props.member
  const isMemberSuspended = isSuspended(state)
  if (state !== 'active' && !isMemberSuspended) return <p>{t('removedAlready')}</p>
  return (
    <>
      {isMemberSuspended ? <LiftForm {...props} /> : <RolesForm {...props} />}
      {!isOwn && !isMemberSuspended && (
        <>
          <hr className="my-5 border-base-300" />
          <SuspensionForm {...props} />
        </>
      )}
      {!isOwn && (
        <>
          <hr className="my-5 border-base-300" />
          <RemovalForm {...props} />
        </>
      )}
    </>
  )
}
