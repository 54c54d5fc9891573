import { useTranslations } from 'use-intl'
import { FieldFrame, TextField } from '#views/forms.tsx'

export interface CodePartProps {
  purpose: 'register' | 'password' | 'login' | 'email' | 'mobile'
  captcha: { id: string; svg: string }
  values?: Record<string, string>
  problems?: Record<string, string>
  /** Seconds until another code may be asked for; set once one has gone out. */
  resendIn?: number
}

/** Address, graphic captcha and code: one part, so that asking for a code swaps only it. */
export function CodePart(props: CodePartProps) {
  const t = useTranslations('accounts')
  const { values, problems, resendIn, captcha, purpose } = props
  const channel = values?.channel === 'mobile' ? 'mobile' : 'email'
  return (
    <div id="code-part">
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="captchaId" value={captcha.id} />
      <input type="hidden" name="channel" value={channel} />
      {channel === 'email' ? (
        <TextField name="email" label={t('email')} required autoComplete="email" {...{ values, problems }} />
      ) : (
        <TextField
          name="mobile"
          label={t('mobile')}
          hint={t('mobileHint')}
          required
          inputMode="tel"
          autoComplete="tel"
          {...{ values, problems }}
        />
      )}
      <FieldFrame
        name="captcha"
        label={t('captcha')}
        required
        problems={problems}
        hint={resendIn ? t('codeSent') : t('captchaHint')}
      >
        <div className="flex flex-wrap items-center gap-2">
          <input
            id="captcha"
            name="captcha"
            className="input w-32"
            autoComplete="off"
            aria-invalid={problems?.captcha ? true : undefined}
            aria-describedby="captcha-note"
          />
          <img
            src={`data:image/svg+xml;base64,${Buffer.from(captcha.svg).toString('base64')}`}
            alt={t('captchaAlt')}
            width={132}
            height={48}
            className="rounded-field border border-base-300 bg-white"
          />
          <button
            type="submit"
            formAction="/acct/codes"
            formNoValidate
            hx-post="/acct/codes"
            hx-include="closest form"
            hx-target="#code-part"
            hx-swap="outerHTML"
            className="btn btn-sm btn-outline"
            data-countdown={resendIn}
          >
            {t('getCode')}
          </button>
        </div>
      </FieldFrame>
      <TextField
        name="code"
        label={t('code')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...{ values, problems }}
      />
    </div>
  )
}
