import type { FormState } from '#src/http/body.ts'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

interface Props extends Pick<FormState, 'problems'> {
  way: 'create' | 'use'
  /** The options for the browser, as JSON. */
  options: string
  /** The values of a form that was refused for another reason, with the browser's answer. */
  answer?: Record<string, string>
}

/** The part of a form that the passkey script fills in when the form is sent. */
export function PasskeyPart({ way, options, answer, problems }: Props) {
  const t = useTranslations('security')
  // A line for the problem is needed only when nothing but the passkey is missing; other fields show their
  // problems.
  const problem = Object.keys(problems ?? {}).length === 1 ? problems?.response : undefined
  return (
    <>
      <FormProblem problem={problem} />
      <noscript>
        <p className="alert alert-warning alert-soft mb-2 text-sm">{t('passkey.noScript')}</p>
      </noscript>
      <p
        role="alert"
        hidden
        className="alert alert-error alert-soft mb-2 text-sm"
        data-passkey-problem
        data-cancelled={t('passkey.cancelled')}
        data-known={t('passkey.known')}
        data-unsupported={t('passkey.unsupported')}
      />
      <input
        type="hidden"
        name="response"
        value={problems?.response ? '' : (answer?.response ?? '')}
        data-passkey={way}
        data-options={options}
      />
    </>
  )
}
