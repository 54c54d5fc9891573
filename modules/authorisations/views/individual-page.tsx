import { realName } from '#modules/real-name/index.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { DOCUMENT_KINDS } from '../schema.ts'
import { HOME } from './choice.tsx'
import { FormButtons } from './form-buttons.tsx'
import { SenderName } from './sender-name.tsx'

interface Props extends FormState {
  /** The name in the account information. */
  name: string
  document: string
}

/** The form of an individual. */
export function IndividualPage({ name, document, values, problems }: Props) {
  const t = useTranslations('authorisations')
  const formState = { values: { kind: 'identity-card', ...values }, problems }
  const { service } = realName
  const kinds = DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`number.${kind}`) }))
  return (
    <div className="grid justify-items-center">
      <Card title={t('individual.title')} wide>
        <p className="mb-3 max-w-prose text-sm">
          {t(service ? 'individual.leadChecked' : 'individual.lead')}
        </p>
        <form method="post" action={`${HOME}/individual`} noValidate>
          <FormProblem problem={problems?.form} />
          <input type="hidden" name="document" value={document} />
          <SenderName label={t('individual.name')} name={name} />
          <SelectField name="kind" label={t('individual.kind')} options={kinds} {...formState} />
          <TextField
            name="number"
            label={t('individual.number')}
            hint={t('individual.numberHint')}
            maxLength={30}
            required
            autoComplete="off"
            {...formState}
          />
          <CheckField name="numberConsent" {...formState}>
            {t('individual.numberConsent')}
          </CheckField>
          {service && (
            <CheckField name="consent" {...formState}>
              {t('individual.consent', { service: t(`service.${service.name}`) })}
            </CheckField>
          )}
          <CheckField name="accept" {...formState}>
            {t('individual.statement')}
          </CheckField>
          <FormButtons document={document} isComplete={Boolean(name)} label={t('individual.submit')} />
        </form>
      </Card>
    </div>
  )
}
