import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, PasswordField, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { SSO } from '../../paths.ts'
import { AddressLine } from './address-line.tsx'
import { ProviderHelp } from './provider-help.tsx'

interface Props extends FormState {
  title: string
  /** The redirect URI for the provider. */
  redirect: string
  isNew: boolean
}

/** The form to enter or change the provider. */
export function ProviderFormPage({ title, redirect, isNew, values, problems, details }: Props) {
  const t = useTranslations('sso')
  const fields = { values, problems }
  return (
    <div className="grid justify-items-center">
      <Card title={title} wide>
        <p className="mb-1 text-sm">{t('provider.register')}</p>
        <AddressLine text={redirect} />
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={`${SSO}/provider`} noValidate className="mt-4">
            <FormProblem problem={problems?.form} values={details} />
            <TextField
              name="issuer"
              type="url"
              label={t('provider.issuer')}
              hint={t('provider.issuerHint')}
              required
              {...fields}
            />
            <TextField
              name="clientId"
              label={t('provider.clientId')}
              required
              autoComplete="off"
              maxLength={300}
              {...fields}
            />
            <PasswordField
              name="secret"
              label={t('provider.secret')}
              hint={t(isNew ? 'provider.secretHint' : 'provider.secretKept')}
              required={isNew}
              autoComplete="off"
              {...fields}
            />
            <CheckField name="addsMembers" {...fields}>
              {t('provider.addsMembers')}
            </CheckField>
            <p className="my-2 max-w-prose text-base-content/75 text-sm">{t('provider.checked')}</p>
            <div className="flex flex-wrap justify-end gap-2">
              <a href={SSO} className="btn btn-ghost">
                {t('back')}
              </a>
              <button type="submit" className="btn btn-primary">
                {t('provider.submit')}
              </button>
            </div>
          </form>
        </ProblemDetails>
        <ProviderHelp />
      </Card>
    </div>
  )
}
