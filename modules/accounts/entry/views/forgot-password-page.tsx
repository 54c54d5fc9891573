import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { CodePart, type CodePartProps } from './code-part.tsx'
import { type LoginParameters, linkTo } from './links.ts'
import { PasswordTwice } from './password-twice.tsx'

export type ForgotPasswordProps = Omit<CodePartProps, 'purpose'> &
  LoginParameters & { details?: Record<string, string | number> }

export function ForgotPasswordPage(props: ForgotPasswordProps) {
  const t = useTranslations('accounts')
  const { returnUrl } = props
  return (
    <Card title={t('forgotPassword')}>
      <p className="mb-3 text-base-content/75 text-sm">{t('forgotPasswordLead')}</p>
      <ForgotPasswordForm {...props} />
      <p className="mt-4 text-sm">
        <a className="link link-primary" href={linkTo('/acct/login', { returnUrl })}>
          {t('backToLogin')}
        </a>
      </p>
    </Card>
  )
}

export function ForgotPasswordForm(props: ForgotPasswordProps) {
  const t = useTranslations('accounts')
  const { problems } = props
  return (
    <form
      id="forgot-password-form"
      method="post"
      action="/acct/forgot-password"
      hx-post="/acct/forgot-password"
      hx-swap="outerMorph"
      noValidate
    >
      <FormProblem problem={problems?.form} values={props.details} />
      <input type="hidden" name="returnUrl" value={props.returnUrl ?? ''} />
      <CodePart {...props} purpose="password" />
      <PasswordTwice label={t('newPassword')} problems={problems} />
      <button type="submit" className="btn btn-primary mt-3 w-full">
        {t('setPassword')}
      </button>
    </form>
  )
}
