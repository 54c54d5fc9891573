import type { ReactNode } from 'react'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, PasswordField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

interface Props extends FormState {
  kind: 'authenticator' | 'passkey'
  hidden: Record<string, string>
  children?: ReactNode
}

/** The form that adds a factor: its name, its code or passkey, and the account's password. */
export function FactorForm({ kind, hidden, values, problems, details, children }: Props) {
  const t = useTranslations()
  return (
    <form
      id="factor-form"
      method="post"
      action={`/mgmt/acct-info/security/${kind}`}
      noValidate
      className="max-w-md"
    >
      <FormProblem problem={problems?.form} values={details} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <TextField
        name="name"
        label={t('security.factor.name')}
        hint={t('security.factor.nameHint')}
        required
        autoComplete="off"
        maxLength={60}
        values={values}
        problems={problems}
      />
      <PasswordField
        name="current"
        label={t('acctInfo.currentPassword')}
        required
        autoComplete="current-password"
        problems={problems}
      />
      <CheckField name="others" values={values} problems={problems}>
        {t('acctInfo.endOthersToo')}
      </CheckField>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary">
          {t(`security.setUp.${kind}`)}
        </button>
        <a className="btn btn-ghost" href="/mgmt/acct-info/security">
          {t('common.cancel')}
        </a>
      </div>
    </form>
  )
}
