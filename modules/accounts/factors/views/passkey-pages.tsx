import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { CheckField, FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card, Panel } from '#views/parts.tsx'
import { AgreementWords } from '#views/values/agreement-words.tsx'
import { linkTo } from '../../entry/views/links.ts'
import { FactorForm } from './factor-form.tsx'
import { PasskeyPart } from './passkey-part.tsx'

interface NewProps extends FormState {
  /** The options with which the browser makes the passkey. */
  options: string
  requestedPath: string
}

/** The page that makes a passkey and adds it to the account. */
export function NewPasskeyPage({ options, requestedPath, ...formState }: NewProps) {
  const t = useTranslations('security')
  const values = { name: t('kind.passkey'), ...formState.values }
  return (
    <>
      <AcctTabs current="security" />
      <Panel title={t('add.passkey')}>
        <p className="mb-3 max-w-prose text-sm">{t('passkey.about')}</p>
        <FactorForm {...formState} kind="passkey" values={values} hidden={{ returnUrl: requestedPath }}>
          <PasskeyPart way="create" options={options} answer={values} problems={formState.problems} />
        </FactorForm>
      </Panel>
    </>
  )
}

interface LoginProps extends FormState {
  options: string
  returnUrl: string
}

/** The page for a login by a passkey alone. */
export function PasskeyLoginPage({ options, returnUrl, values, problems, details }: LoginProps) {
  const t = useTranslations('security')
  return (
    <Card title={t('passkey.login')}>
      <p className="mb-3 text-sm">{t('passkey.loginLead')}</p>
      <form id="passkey-form" method="post" action="/acct/login-passkey" noValidate>
        <FormProblem problem={problems?.form} values={details} />
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <PasskeyPart way="use" options={options} answer={values} problems={problems} />
        <CheckField name="agreement" values={values} problems={problems}>
          <AgreementWords />
        </CheckField>
        <button type="submit" className="btn btn-primary mt-3 w-full">
          {t('passkey.login')}
        </button>
      </form>
      <p className="mt-4 text-sm">
        <a className="link link-primary" href={linkTo('/acct/login', { returnUrl })}>
          {t('passkey.otherLogin')}
        </a>
      </p>
    </Card>
  )
}
