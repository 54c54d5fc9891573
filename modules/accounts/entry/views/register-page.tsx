import { CheckField, FormProblem, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { AgreementWords } from '#views/values/agreement-words.tsx'
import { CodePart, type CodePartProps } from './code-part.tsx'
import { type LoginParameters, linkTo } from './links.ts'
import { PasswordTwice } from './password-twice.tsx'

export type RegisterProps = Omit<CodePartProps, 'purpose'> &
  LoginParameters & {
    /** Name of the social identity that will be bound to the new account. */
    nickname?: string
    details?: Record<string, string | number>
  }

export function RegisterPage(props: RegisterProps) {
  const t = useTranslations('accounts')
  return (
    <Card title={t('register')} wide>
      {props.nickname && (
        <p role="status" className="alert alert-info alert-soft mb-3 text-sm">
          {t('social.bindByRegister', { nickname: props.nickname })}
        </p>
      )}
      <RegisterForm {...props} />
      <p className="mt-4 text-sm">
        {t('haveAccount')}{' '}
        <a
          className="link link-primary"
          href={linkTo('/acct/login', { returnUrl: props.returnUrl, social: props.social })}
        >
          {t('login')}
        </a>
      </p>
    </Card>
  )
}

export function RegisterForm(props: RegisterProps) {
  const t = useTranslations('accounts')
  const { values, problems } = props
  const formState = { values, problems }
  return (
    <form
      id="register-form"
      data-keeps="register"
      method="post"
      action="/acct/register"
      hx-post="/acct/register"
      hx-swap="outerMorph"
      noValidate
      className="group/form grid gap-x-6 sm:grid-cols-2"
    >
      <div className="sm:col-span-2">
        <FormProblem problem={problems?.form} values={props.details} />
        <input type="hidden" name="returnUrl" value={props.returnUrl ?? ''} />
        {props.social && <input type="hidden" name="social" value={props.social} />}
      </div>
      <TextField
        name="username"
        label={t('username')}
        hint={t('usernameHint')}
        required
        autoComplete="username"
        {...formState}
      />
      <TextField name="name" label={t('name')} required autoComplete="name" {...formState} />
      <PasswordTwice label={t('password')} problems={problems} />
      <SelectField
        name="identity"
        label={t('identity')}
        required
        options={(['', 'company', 'individual'] as const).map((value) => ({
          value,
          label: t(`identities.${value || 'choose'}`),
        }))}
        {...formState}
      />
      <div className="sm:col-span-2 grid gap-x-6 group-has-[option[value=individual]:checked]/form:hidden sm:grid-cols-2">
        <TextField
          name="companyName"
          label={t('companyName')}
          required
          autoComplete="organization"
          {...formState}
        />
        <TextField name="department" label={t('department')} required {...formState} />
      </div>
      <div className="sm:col-span-2">
        <CodePart {...props} purpose="register" />
        <CheckField name="agreement" {...formState}>
          <AgreementWords />
        </CheckField>
        <button type="submit" className="btn btn-primary mt-3 w-full">
          {t('register')}
        </button>
      </div>
    </form>
  )
}
