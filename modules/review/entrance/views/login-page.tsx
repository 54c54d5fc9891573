import type { FormState } from '#src/http/body.ts'
import { CaptchaField, type CaptchaShown } from '#src/http/captcha/captcha-field.tsx'
import { FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import type { Translator } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { EntranceCard } from '#views/layout/entrance-card.tsx'
import { momentText } from '#views/values/moment.tsx'
import { senderWords } from '#views/values/sender.ts'
import type { Turn } from '../../review-step.ts'

interface Props extends FormState {
  /** The token of the mailed link; without one, email and access code identify the review. */
  token?: string
  turn?: Turn
  captcha: CaptchaShown
}

/**
 * Says who requests the review, and offers the login by email with a mailed code or with the invitation's
 * access code.
 */
export function LoginPage({ token, turn, captcha, values, problems, details = {} }: Props) {
  const t = useTranslations('review.login')
  const translateAny = useTranslations()
  const formState = { values, problems }
  const space = useLocale().startsWith('zh') ? '' : ' '
  const path = token ? `/review/login/${token}` : '/review/login'
  return (
    <EntranceCard title={t('title')} lead={turn ? leadOf(translateAny, turn) : t('plainLead')} about={turn}>
      <form method="post" action={path} noValidate className="mt-4">
        <ProblemDetails value={details}>
          <FormProblem problem={problems?.form} values={details} />
          <TextField
            {...formState}
            name="email"
            label={t('email')}
            type="email"
            required
            autoComplete="email"
          />
          <CaptchaField
            captcha={captcha}
            problems={problems}
            code={false}
            hint={[t('png' in captcha ? 'captchaHint' : 'captchaSumHint'), token && t('captchaBoth')]
              .filter(Boolean)
              .join(space)}
            other={path}
          />
          {token && (
            <button type="submit" name="way" value="code" className="btn btn-primary mt-2 w-full">
              {t('getCode')}
            </button>
          )}
          <div className={token ? 'mt-5 border-base-300 border-t pt-3' : ''}>
            <TextField
              {...formState}
              name="accessCode"
              label={t('accessCode')}
              hint={t('accessCodeHint')}
              required={!token}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={20}
            />
            <button
              type="submit"
              name="way"
              value="access"
              className={`btn mt-2 w-full ${token ? 'btn-outline' : 'btn-primary'}`}
            >
              {t('enter')}
            </button>
          </div>
        </ProblemDetails>
      </form>
    </EntranceCard>
  )
}

function leadOf(t: Translator, turn: Turn): string {
  const facts = { ...senderWords(t, turn), due: momentText(turn.due_at) }
  return t(turn.state === 'asked' ? 'review.login.lead' : 'review.login.answeredLead', facts)
}
