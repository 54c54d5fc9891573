import type { FormState } from '#src/http/body.ts'
import { CheckField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { AgreementWords } from '#views/values/agreement-words.tsx'
import { OrdinaryLoginLink } from './other-ways.tsx'

interface Props extends FormState {
  action: string
  /** The host of the provider. */
  host: string
  returnUrl: string
}

/** The team's page, from which its people go to their provider. */
export function StartPage({ action, host, returnUrl, values, problems }: Props) {
  const t = useTranslations('sso')
  return (
    <Card title={t('title')}>
      <p className="wrap-anywhere mb-3 text-sm">{t('start.lead', { host })}</p>
      <form method="post" action={action} noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <CheckField name="agreement" values={values} problems={problems}>
          <AgreementWords />
        </CheckField>
        <button type="submit" className="btn btn-primary mt-3 w-full">
          {t('start.submit')}
        </button>
      </form>
      <OrdinaryLoginLink returnUrl={returnUrl} />
    </Card>
  )
}
