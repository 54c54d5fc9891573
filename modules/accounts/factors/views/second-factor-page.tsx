import { config } from '#src/core/config.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { PasskeyPart } from './passkey-part.tsx'
import { type FactorWay, WayLinks } from './way-links.tsx'

interface Props extends FormState {
  way: FactorWay
  ways: FactorWay[]
  /** The account of the login. */
  username: string
  /** The options with which the browser uses a passkey. */
  options: string
}

/** The second step of a login: a code, a passkey, or help for a person without either. */
export function SecondFactorPage(props: Props) {
  const t = useTranslations('security')
  const { way, ways, username } = props
  return (
    <Card title={t('step.title')}>
      <p className="mb-3 text-sm">{t('step.lead', { username })}</p>
      {way === 'lost' && <LostFactorHelp />}
      {way === 'passkey' && <PasskeyForm {...props} />}
      {(way === 'totp' || way === 'recovery') && <CodeForm {...props} />}
      <WayLinks way={way} ways={ways} />
    </Card>
  )
}

function CodeForm({ way, values, problems, details }: Props) {
  const t = useTranslations('security')
  const isRecovery = way === 'recovery'
  return (
    <form id="second-factor-form" method="post" action="/acct/second-factor" noValidate>
      <FormProblem problem={problems?.form} values={details} />
      <input type="hidden" name="way" value={way} />
      <TextField
        name="code"
        label={t(isRecovery ? 'step.recoveryCode' : 'step.appCode')}
        hint={t(isRecovery ? 'step.recoveryHint' : 'step.appHint')}
        required
        autoFocus
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={isRecovery ? 20 : 10}
        problems={problems}
      />
      <RememberField values={values} />
      <button type="submit" className="btn btn-primary mt-3 w-full">
        {t('step.submit')}
      </button>
    </form>
  )
}

function PasskeyForm({ options, values, problems, details }: Props) {
  const t = useTranslations('security')
  return (
    <form id="second-factor-form" method="post" action="/acct/second-factor" noValidate>
      <FormProblem problem={problems?.form} values={details} />
      <input type="hidden" name="way" value="passkey" />
      <PasskeyPart way="use" options={options} problems={problems} />
      <p className="mb-1 text-base-content/75 text-sm">{t('passkey.stepLead')}</p>
      <RememberField values={values} />
      <button type="submit" className="btn btn-primary mt-3 w-full">
        {t('step.to.passkey')}
      </button>
    </form>
  )
}

function RememberField({ values }: Pick<Props, 'values'>) {
  const t = useTranslations('security')
  return (
    <CheckField name="remember" values={values}>
      {t('step.remember')}
    </CheckField>
  )
}

/** Help for a person who has neither the device nor a recovery code. */
function LostFactorHelp() {
  const t = useTranslations('security')
  return (
    <div className="grid gap-2 text-sm">
      <p>{t('lost.lead')}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('lost.member')}</li>
        <li>{t('lost.service', { mail: config.company.mail })}</li>
        <li>{t('lost.identity')}</li>
      </ul>
    </div>
  )
}
