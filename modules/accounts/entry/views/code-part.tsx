import type { Problems } from '#src/http/body.ts'
import { CaptchaField, type CaptchaShown } from '#src/http/captcha/captcha-field.tsx'
import { described, FieldFrame, type FieldProps, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { WaySwitch } from './way-switch.tsx'

export interface CodePartProps {
  purpose: 'register' | 'password' | 'login' | 'email' | 'mobile'
  captcha: CaptchaShown
  values?: Record<string, string>
  problems?: Problems
  /** Values for the placeholders in a problem's message. */
  details?: Record<string, string | number>
  /** Whether a mobile number can be used instead of an email. */
  offersMobile?: boolean
  /** Seconds until another code may be requested; set once one has been sent. */
  resendIn?: number
}

/** The pages on which the person chooses between email and mobile. */
const PATH_OF: Partial<Record<CodePartProps['purpose'], string>> = {
  register: '/acct/register',
  password: '/acct/forgot-password',
}

/** Address, captcha and code in one part, so that a request for a code replaces only this part. */
export function CodePart(props: CodePartProps) {
  const t = useTranslations('accounts')
  const { values, problems, resendIn, captcha, purpose } = props
  const channel = values?.channel === 'mobile' ? 'mobile' : 'email'
  const path = props.offersMobile ? PATH_OF[purpose] : undefined
  return (
    <div id="code-part">
      {path && (
        <WaySwitch path={path} channel={channel} returnUrl={values?.returnUrl} social={values?.social} />
      )}
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="channel" value={channel} />
      {channel === 'email' ? (
        <TextField
          name="email"
          label={t('email')}
          required
          inputMode="email"
          autoComplete="email"
          values={values}
          problems={problems}
        />
      ) : (
        <MobileField values={values} problems={problems} />
      )}
      <ProblemDetails value={props.details ?? {}}>
        <CaptchaField code captcha={captcha} problems={problems} resendIn={resendIn} />
      </ProblemDetails>
      <TextField
        name="code"
        label={t('code')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        data-next-field={resendIn === undefined ? undefined : ''}
        maxLength={10}
        values={values}
        problems={problems}
      />
    </div>
  )
}

/**
 * The mainland's prefix is shown before the field; numbers of other countries are typed with their prefix.
 */
function MobileField({ values, problems }: Pick<FieldProps, 'values' | 'problems'>) {
  const t = useTranslations('accounts')
  const field = { name: 'mobile', label: t('mobile'), hint: t('mobileHint'), required: true, problems }
  return (
    <FieldFrame {...field}>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-base-content/75">
          +86
        </span>
        <input
          {...described(field)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={values?.mobile}
          className={`input min-w-0 grow ${problems?.mobile ? 'input-error' : ''}`}
        />
      </div>
    </FieldFrame>
  )
}
