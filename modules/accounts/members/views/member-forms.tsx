import { ActionForm } from '#views/action-card.tsx'
import { CheckField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { GRANTABLE, type Grant } from '../../permissions.ts'

interface Props {
  member: { id: string; name: string; grants: Grant[] }
  problem?: MessageKey
}

const pathOf = (member: Props['member']) => `/mgmt/acct-info/members/${member.id}`

/** The form that sets the permissions of a member. */
export function GrantsForm({ member, problem }: Props) {
  const t = useTranslations('acctInfo')
  const values = Object.fromEntries(member.grants.map((one) => [one, 'yes']))
  return (
    <ActionForm id="grants-form" action={`${pathOf(member)}/grants`} submit={t('save')} problem={problem}>
      <input type="hidden" name="was" value={member.grants.join(' ')} />
      <fieldset>
        <legend className="mb-1 font-medium">{t('mayDo')}</legend>
        {GRANTABLE.map((permission) => (
          <CheckField key={permission} name={permission} values={values}>
            {t(`permission.${permission}`)}
          </CheckField>
        ))}
      </fieldset>
    </ActionForm>
  )
}

/** The forms for a member's permissions, and for their removal from the team. */
export function MemberForms(props: Props) {
  const t = useTranslations('acctInfo')
  return (
    <>
      <GrantsForm {...props} />
      <hr className="my-5 border-base-300" />
      <ActionForm
        id="removal-form"
        action={`${pathOf(props.member)}/removal`}
        submit={t('removeMember')}
        isDestructive
      >
        <p className="text-sm">{t('removalMeaning', { name: props.member.name })}</p>
      </ActionForm>
    </>
  )
}
