import { realName } from '#modules/real-name/index.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FileField, FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { HOME } from './choice.tsx'
import { FormButtons } from './form-buttons.tsx'
import { SenderName } from './sender-name.tsx'

interface Props extends FormState {
  institution: { name: string; creditCode: string | null }
  document: string
}

/** The form of an institution, with the picture of its licence. */
export function InstitutionPage({ institution, document, values, problems }: Props) {
  const t = useTranslations('authorisations')
  const formState = { values, problems }
  const { service } = realName
  const licence = {
    name: 'licence',
    label: t('institution.licence'),
    hint: t('institution.licenceHint'),
    problems,
  }
  return (
    <div className="grid justify-items-center">
      <Card title={t('institution.title')} wide>
        <p className="mb-3 max-w-prose text-sm">
          {t('institution.lead')}{' '}
          {service &&
            institution.creditCode &&
            t('institution.compared', { service: t(`service.${service.name}`) })}
        </p>
        <form method="post" action={`${HOME}/institution`} encType="multipart/form-data" noValidate>
          <FormProblem problem={problems?.form} />
          <input type="hidden" name="document" value={document} />
          <SenderName label={t('institution.name')} name={institution.name} />
          {institution.creditCode ? (
            <p className="mb-2">
              <span className="block text-sm">{t('number.credit-code')}</span>
              <span className="font-medium">{institution.creditCode}</span>
            </p>
          ) : (
            <TextField
              name="registrationNumber"
              label={t('number.registration')}
              hint={t('institution.registrationHint')}
              maxLength={30}
              required
              autoComplete="off"
              {...formState}
            />
          )}
          <TextField
            name="legalRepresentative"
            label={t('institution.legalRepresentative')}
            maxLength={100}
            required
            autoComplete="off"
            {...formState}
          />
          <FileField {...licence} required accept=".png,.jpg,.jpeg" />
          <CheckField name="accept" {...formState}>
            {t('institution.statement')}
          </CheckField>
          <FormButtons
            document={document}
            isComplete={Boolean(institution.name)}
            label={t('institution.submit')}
          />
        </form>
      </Card>
    </div>
  )
}
