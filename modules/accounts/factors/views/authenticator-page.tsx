import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { QrCode } from '#views/values/qr-code.tsx'
import { keyAddress, typedSecret } from '../totp.ts'
import { FactorForm } from './factor-form.tsx'

interface Props extends FormState {
  username: string
  secret: Uint8Array
  /** Hidden fields with the encrypted secret. */
  setUpFields: Record<string, string>
  requestedPath: string
}

/** Sets up an authenticator app: the user scans its code and confirms it by the first one-time code. */
export function AuthenticatorPage({ username, secret, setUpFields, requestedPath, ...formState }: Props) {
  const t = useTranslations('security')
  const values = { name: t('kind.totp'), ...formState.values }
  const hidden = { ...setUpFields, returnUrl: requestedPath }
  return (
    <>
      <AcctTabs current="security" />
      <Panel title={t('add.totp')}>
        <ol className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
          <li>
            <NumberedStep number={1}>{t('setUp.scan')}</NumberedStep>
            <QrCode text={keyAddress(username, secret)} label={t('setUp.picture')} />
            <p className="mt-3 text-sm">{t('setUp.orType')}</p>
            <p
              lang="zxx"
              className="wrap-anywhere mt-1 select-all rounded-field bg-base-200 px-3 py-2 font-mono text-sm"
            >
              {typedSecret(secret)}
            </p>
          </li>
          <li>
            <NumberedStep number={2}>{t('setUp.confirm')}</NumberedStep>
            <FactorForm {...formState} kind="authenticator" values={values} hidden={hidden}>
              <TextField
                name="code"
                label={t('step.appCode')}
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                problems={formState.problems}
              />
            </FactorForm>
          </li>
        </ol>
      </Panel>
    </>
  )
}

function NumberedStep({ number, children }: { number: number; children: string }) {
  return (
    <p className="mb-2">
      <span className="mr-2 font-serif text-primary">{number}</span>
      {children}
    </p>
  )
}
