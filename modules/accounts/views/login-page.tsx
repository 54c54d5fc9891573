import { useTranslations } from 'use-intl'
import { CheckField, FormProblem, PasswordField, TextField } from '#views/forms.tsx'
import { AgreementWords } from './agreement-words.tsx'
import { Card } from './card.tsx'

export interface LoginProps {
  returnUrl: string
  values?: Record<string, string>
  problems?: Record<string, string>
  problemDetails?: Record<string, string | number>
  /** The demo's people, shown so that a first visitor can come in. */
  cast?: { username: string; password: string }[]
}

export function LoginPage(props: LoginProps) {
  const t = useTranslations('accounts')
  return (
    <Card title={t('login')}>
      <LoginForm {...props} />
      <p className="mt-4 flex justify-between text-sm">
        <a className="link link-primary" href="/acct/register">
          {t('register')}
        </a>
        <a className="link link-primary" href="/acct/forgot-password">
          {t('forgotPassword')}
        </a>
      </p>
      {props.cast && <DemoCast cast={props.cast} />}
    </Card>
  )
}

export function LoginForm({ returnUrl, values, problems, problemDetails }: LoginProps) {
  const t = useTranslations('accounts')
  return (
    <form
      id="login-form"
      method="post"
      action="/acct/login"
      hx-post="/acct/login"
      hx-swap="outerMorph"
      noValidate
    >
      <FormProblem problem={problems?.form} values={problemDetails} />
      <input type="hidden" name="returnUrl" value={returnUrl} />
      <TextField
        name="login"
        label={t('usernameOrEmail')}
        required
        autoComplete="username"
        {...{ values, problems }}
      />
      <PasswordField
        name="password"
        label={t('password')}
        required
        autoComplete="current-password"
        problems={problems}
      />
      <CheckField name="agreement" {...{ values, problems }}>
        <AgreementWords />
      </CheckField>
      <button type="submit" className="btn btn-primary mt-3 w-full">
        {t('login')}
      </button>
    </form>
  )
}

function DemoCast({ cast }: { cast: { username: string; password: string }[] }) {
  const t = useTranslations('accounts')
  return (
    <div className="mt-5 rounded-box bg-base-200 p-3 text-sm">
      <p className="mb-1">{t('demoCast')}</p>
      <ul className="font-mono text-xs">
        {cast.map(({ username, password }) => (
          <li key={username}>
            {username} / {password}
          </li>
        ))}
      </ul>
      <a className="link link-primary" href="/outbox">
        {t('demoOutbox')}
      </a>
    </div>
  )
}
