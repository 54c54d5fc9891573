import type { FormState } from '#src/http/body.ts'
import { ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { OrdinaryLoginLink } from './other-ways.tsx'

interface Props extends FormState {
  returnUrl: string
}

/** Finds the provider of a person by their work email. */
export function EmailPage({ returnUrl, values, problems, details }: Props) {
  const t = useTranslations('sso')
  return (
    <Card title={t('title')}>
      <p className="mb-3 text-sm">{t('email.lead')}</p>
      <ProblemDetails value={details ?? {}}>
        <form method="post" action="/acct/sso" noValidate>
          <input type="hidden" name="returnUrl" value={returnUrl} />
          <TextField
            name="email"
            type="email"
            label={t('email.label')}
            required
            autoComplete="email"
            values={values}
            problems={problems}
          />
          <button type="submit" className="btn btn-primary mt-3 w-full">
            {t('email.submit')}
          </button>
        </form>
      </ProblemDetails>
      <OrdinaryLoginLink returnUrl={returnUrl} />
    </Card>
  )
}
