import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { CheckField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { CurrentPasswordField } from '../../profile/views/profile-forms.tsx'
import type { Factor } from '../factor.ts'

interface Props extends FormState {
  factor: Factor
}

const pathOf = ({ id }: Factor) => `/mgmt/acct-info/security/factors/${id}`

/** The forms that rename and remove one factor. */
export function FactorForms({ factor }: { factor: Factor }) {
  return (
    <>
      <NameForm factor={factor} />
      <hr className="my-5 border-base-300" />
      <RemovalForm factor={factor} values={{ others: 'yes' }} />
    </>
  )
}

export function NameForm({ factor, values, problems }: Props) {
  const t = useTranslations('security')
  return (
    <ActionForm id="name-form" action={`${pathOf(factor)}/name`} submit={t('factor.rename')}>
      <TextField
        name="name"
        label={t('factor.name')}
        required
        autoComplete="off"
        maxLength={60}
        values={{ name: factor.name, ...values }}
        problems={problems}
      />
    </ActionForm>
  )
}

export function RemovalForm({ factor, values, problems, details }: Props) {
  const t = useTranslations()
  return (
    <ActionForm
      id="removal-form"
      action={`${pathOf(factor)}/removal`}
      submit={t('security.factor.remove')}
      problem={problems?.form}
      details={details}
      isDestructive
    >
      <p className="mb-1 text-sm">{t('security.factor.removal', { name: factor.name })}</p>
      <CurrentPasswordField problems={problems} />
      <CheckField name="others" values={values} problems={problems}>
        {t('acctInfo.endOthersToo')}
      </CheckField>
    </ActionForm>
  )
}
