import type { Problems } from '#src/http/body.ts'
import { CaptchaField, type CaptchaShown } from '#src/http/captcha/captcha-field.tsx'
import { CheckField, FormProblem, PasswordField, TextField } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { AgreementWords } from '#views/values/agreement-words.tsx'
import { CodePart } from './code-part.tsx'
import { type LoginParameters, linkTo } from './links.ts'
import { SocialWay } from './social-way.tsx'

export type LoginWay = 'password' | 'mobile' | 'email'

export interface LoginProps extends LoginParameters {
  way: LoginWay
  ways: LoginWay[]
  values?: Record<string, string>
  problems?: Problems
  problemDetails?: Record<string, string | number>
  resendIn?: number
  /** The captcha: always for a login by code, and for a password after too many failures. */
  captcha?: CaptchaShown
  /** A message about the previous step. */
  notice?: MessageKey<'accounts'>
  /** Name of the social identity that this login will bind. */
  nickname?: string
  social?: string
  offersSocial: boolean
  /** The demo's accounts, shown so that a first visitor can log in. */
  demoAccounts?: { username: string; password: string }[]
}

export function LoginPage(props: LoginProps) {
  const t = useTranslations('accounts')
  const { returnUrl, social } = props
  return (
    <Card title={t('login')}>
      {props.notice && (
        <p role="status" className="alert alert-success alert-soft mb-3 text-sm">
          {t(props.notice)}
        </p>
      )}
      {props.nickname && (
        <p role="status" className="alert alert-info alert-soft mb-3 text-sm">
          {t('social.bindByLogin', { nickname: props.nickname })}
        </p>
      )}
      <LoginPart {...props} />
      <p className="mt-4 flex justify-between text-sm">
        <a className="link link-primary" href={linkTo('/acct/register', { returnUrl, social })}>
          {t('register')}
        </a>
        <a className="link link-primary" href={linkTo('/acct/forgot-password', { returnUrl })}>
          {t('forgotPassword')}
        </a>
      </p>
      {!social && <OtherWays {...props} />}
      {props.demoAccounts && <DemoCast demoAccounts={props.demoAccounts} />}
    </Card>
  )
}

/** The logins without password, below a divider. */
function OtherWays({ offersSocial, returnUrl }: LoginProps) {
  const t = useTranslations()
  return (
    <>
      <p className="divider my-4 text-base-content/75 text-sm">{t('accounts.social.or')}</p>
      <div className="grid gap-2">
        {offersSocial && <SocialWay form="login-form" />}
        <a className="btn btn-outline w-full" href={linkTo('/acct/login-passkey', { returnUrl })}>
          <Icon name="key" className="size-5" />
          {t('security.passkey.login')}
        </a>
        <a className="btn btn-outline w-full" href={linkTo('/acct/sso', { returnUrl })}>
          <Icon name="bank" className="size-5" />
          {t('accounts.singleSignOn')}
        </a>
      </div>
    </>
  )
}

/** The tabs and the form of one login method; clicking a tab replaces this part. */
export function LoginPart(props: LoginProps) {
  return (
    <div id="login-part">
      <Tabs {...props} />
      <LoginForm {...props} />
    </div>
  )
}

function Tabs({ way, ways, returnUrl, social }: LoginProps) {
  const t = useTranslations('accounts')
  return (
    <nav aria-label={t('loginBy')} className="tabs tabs-border -ml-3 mb-3">
      {ways.map((one) => {
        const href = linkTo('/acct/login', { returnUrl, social }, { way: one })
        return (
          <a
            key={one}
            href={href}
            hx-get={href}
            hx-include="[name=agreement],[name=login],[name=email],[name=mobile]"
            hx-target="#login-part"
            hx-swap="outerHTML"
            aria-current={one === way ? 'page' : undefined}
            className={`tab px-3 ${one === way ? 'tab-active font-medium' : 'text-base-content/75'}`}
          >
            {t(`ways.${one}`)}
          </a>
        )
      })}
    </nav>
  )
}

export function LoginForm(props: LoginProps) {
  const t = useTranslations('accounts')
  const { way, values, problems, captcha, resendIn } = props
  return (
    <form
      id="login-form"
      method="post"
      action="/acct/login"
      hx-post="/acct/login"
      hx-swap="outerMorph"
      noValidate
    >
      <FormProblem problem={problems?.form} values={props.problemDetails} />
      <input type="hidden" name="way" value={way} />
      <input type="hidden" name="returnUrl" value={props.returnUrl ?? ''} />
      {props.social && <input type="hidden" name="social" value={props.social} />}
      {way === 'password' ? (
        <PasswordFields {...props} />
      ) : (
        <CodePart
          purpose="login"
          captcha={captcha!}
          values={{ ...values, channel: way }}
          details={props.problemDetails}
          problems={problems}
          resendIn={resendIn}
        />
      )}
      <CheckField name="agreement" values={values} problems={problems}>
        <AgreementWords />
      </CheckField>
      <button type="submit" className="btn btn-primary mt-3 w-full">
        {t('login')}
      </button>
    </form>
  )
}

function PasswordFields({ values, problems, captcha }: LoginProps) {
  const t = useTranslations('accounts')
  return (
    <>
      <TextField
        name="login"
        label={t('usernameOrEmail')}
        required
        autoComplete="username"
        values={values}
        problems={problems}
      />
      <PasswordField
        name="password"
        label={t('password')}
        required
        autoComplete="current-password"
        problems={problems}
      />
      {captcha && (
        <>
          <input type="hidden" name="purpose" value="login" />
          <CaptchaField code={false} captcha={captcha} problems={problems} />
        </>
      )}
    </>
  )
}

function DemoCast({ demoAccounts }: { demoAccounts: { username: string; password: string }[] }) {
  const t = useTranslations('accounts')
  return (
    <div className="mt-5 rounded-box bg-base-200 p-3 text-sm">
      <p className="mb-1">{t('demoCast')}</p>
      <ul className="font-mono text-xs">
        {demoAccounts.map(({ username, password }) => (
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
