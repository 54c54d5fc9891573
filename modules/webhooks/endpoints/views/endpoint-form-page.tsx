import type { FormState } from '#src/http/body.ts'
import { FormFoot } from '#views/action-card.tsx'
import { CheckField, FieldNote, FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { EVENT_TYPES } from '../../event-types.ts'
import { WEBHOOKS } from './webhooks-page.tsx'

interface Props extends FormState {
  title: string
  action: string
}

/** The form of an endpoint, new or to be changed. */
export function EndpointFormPage({ title, action, values, problems, details }: Props) {
  const t = useTranslations('webhooks')
  const given = { values, problems }
  return (
    <div className="grid justify-items-center">
      <Card title={title} wide>
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={action} noValidate>
            <FormProblem problem={problems?.form} values={details} />
            <TextField name="url" type="url" label={t('url')} hint={t('new.urlHint')} required {...given} />
            <TextField name="description" label={t('description')} maxLength={100} {...given} />
            <fieldset className="py-2" aria-describedby={problems?.types ? 'types-note' : undefined}>
              <legend className="text-sm">{t('types')}</legend>
              <div className="sm:columns-2">
                {EVENT_TYPES.map((type) => (
                  <div key={type} className="break-inside-avoid">
                    <CheckField name={type} {...given}>
                      {t(`type.${type}`)} <code className="block text-base-content/75 text-xs">{type}</code>
                    </CheckField>
                  </div>
                ))}
              </div>
              <FieldNote name="types" problem={problems?.types} />
            </fieldset>
            <p className="my-3 max-w-prose text-base-content/75 text-sm">{t('new.contents')}</p>
            <FormFoot cancel={WEBHOOKS}>
              <button type="submit" className="btn btn-primary">
                {t('new.submit')}
              </button>
            </FormFoot>
          </form>
        </ProblemDetails>
      </Card>
    </div>
  )
}
