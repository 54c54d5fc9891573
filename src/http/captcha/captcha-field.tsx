import { assetUrl } from '#src/http/assets.ts'
import type { Problems } from '#src/http/body.ts'
import { numberWords } from '#src/http/captcha/number-words.ts'
import { FieldFrame } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'

export type CaptchaShown =
  | { id: string; png: Buffer }
  | { id: string; left: number; right: number; minus: boolean }

interface Props {
  captcha: CaptchaShown
  problems?: Problems
  /** Whether the field has a button that requests a code. */
  code: boolean
  /** Seconds until another code may be requested; set after a code was sent. */
  resendIn?: number
  /** The hint, if the captcha is neither for a code nor shown because of failures. */
  hint?: string
  /** The address of the form with the other kind of captcha. */
  other?: string
}

/** Data for the script that computes the proof of work. */
const proofData = () => ({
  'data-proof-script': assetUrl('views/scripts/proof/proof-script.ts'),
  'data-proof-worker': assetUrl('views/scripts/proof/proof-worker.ts'),
})

/**
 * A captcha picture, or an arithmetic problem in words for people who cannot read it; valid for one answer.
 */
export function CaptchaField({ captcha, problems, code, resendIn, ...props }: Props) {
  const t = useTranslations('accounts')
  const picture = 'png' in captcha
  const hintKey = picture ? 'captchaHint' : 'captchaSumHint'
  const hint = props.hint ?? t(resendIn ? 'codeSent' : code ? hintKey : 'captchaAfterFailures')
  return (
    <div id="captcha-part" {...(picture && proofData())}>
      <DefaultSubmit />
      <input type="hidden" name="captchaId" value={captcha.id} />
      <input type="hidden" name="captchaProof" defaultValue="" autoComplete="off" />
      <input type="hidden" name="captchaKind" value={picture ? 'picture' : 'sum'} />
      <FieldFrame
        name="captcha"
        label={t(picture ? 'captcha' : 'captchaSum')}
        required
        problems={problems}
        hint={hint}
      >
        {!picture && <SumWords {...captcha} />}
        <div className="flex flex-wrap items-center gap-2">
          <input
            id="captcha"
            name="captcha"
            className={`input w-24 ${problems?.captcha ? 'input-error' : ''}`}
            autoComplete="off"
            inputMode={picture ? undefined : 'numeric'}
            aria-invalid={problems?.captcha ? true : undefined}
            aria-describedby="captcha-note"
          />
          {picture && (
            <img
              src={`data:image/png;base64,${captcha.png.toString('base64')}`}
              alt={t('captchaAlt')}
              width={160}
              height={60}
              className="rounded-field border border-base-300 bg-white"
            />
          )}
          {code && <GetCode resendIn={resendIn} />}
        </div>
      </FieldFrame>
      <OtherKind picture={picture} path={props.other} />
    </div>
  )
}

/**
 * An invisible submit button. Enter presses the first submit button of a form; this one sends the form
 * instead of requesting a code.
 */
function DefaultSubmit() {
  return <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
}

function GetCode({ resendIn }: { resendIn?: number }) {
  const t = useTranslations('accounts')
  return (
    <button
      type="submit"
      formAction="/acct/codes"
      formNoValidate
      hx-post="/acct/codes"
      hx-include="closest form"
      hx-target="#code-part"
      hx-swap="outerHTML"
      className="btn btn-outline"
      data-countdown={resendIn}
    >
      {t('getCode')}
    </button>
  )
}

function SumWords({ left, right, minus }: { left: number; right: number; minus: boolean }) {
  const t = useTranslations('accounts')
  const lang = useLocale()
  const words = { left: numberWords(left, lang), right: numberWords(right, lang) }
  return <p className="text-base-content">{t(minus ? 'captchaMinus' : 'captchaPlus', words)}</p>
}

function OtherKind({ picture, path = '/acct/captcha' }: { picture: boolean; path?: string }) {
  const t = useTranslations('accounts')
  return (
    <button
      type="submit"
      name="otherCaptcha"
      value="yes"
      formAction={path}
      formNoValidate
      hx-post={path}
      hx-include="closest form"
      hx-target="#captcha-part"
      hx-select="#captcha-part"
      hx-swap="outerHTML"
      className="link link-primary min-h-6 text-xs"
    >
      {t(picture ? 'captchaOther' : 'captchaPicture')}
    </button>
  )
}
