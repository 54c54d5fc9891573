import { useTranslations } from 'use-intl'
import { FormProblem } from '#views/forms.tsx'
import { Card } from './card.tsx'
import { CodePart, type CodePartProps } from './code-part.tsx'
import { PasswordTwice } from './password-twice.tsx'

type Props = Omit<CodePartProps, 'purpose'> & { mobileToo: boolean }

export function ForgotPasswordPage(props: Props) {
  const t = useTranslations('accounts')
  return (
    <Card title={t('forgotPassword')}>
      {props.mobileToo && (
        <p className="flex gap-3 text-sm">
          {['email', 'mobile'].map((one) => (
            <a key={one} className="link link-primary" href={`/acct/forgot-password?channel=${one}`}>
              {t(`by.${one}`)}
            </a>
          ))}
        </p>
      )}
      <ForgotPasswordForm {...props} />
    </Card>
  )
}

export function ForgotPasswordForm(props: Props) {
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
      <FormProblem problem={problems?.form} />
      <CodePart {...props} purpose="password" />
      <PasswordTwice label={t('newPassword')} problems={problems} />
      <button type="submit" className="btn btn-primary mt-3 w-full">
        {t('setPassword')}
      </button>
    </form>
  )
}
