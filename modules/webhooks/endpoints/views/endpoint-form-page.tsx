import type { FormState } from '#src/http/body.ts'
import { FormFoot } from '#views/action-card.tsx'
import { CheckGroup, FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { EVENT_TYPES } from '../../event-types.ts'

interface Props extends FormState {
  title: string
  action: string
}

/** The form to create or change an endpoint. */
export function EndpointFormPage({ title, action, values, problems, details }: Props) {
  const t = useTranslations('webhooks')
  const formState = { values, problems }
  const types = EVENT_TYPES.map((name) => ({
    name,
    words: (
      <>
        {t(`type.${name}`)} <code className="block text-base-content/75 text-xs">{name}</code>
      </>
    ),
  }))
  return (
    <div className="grid justify-items-center">
      <Card title={title} wide>
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={action} noValidate>
            <FormProblem problem={problems?.form} values={details} />
            <TextField
              name="url"
              type="url"
              label={t('url')}
              hint={t('new.urlHint')}
              required
              {...formState}
            />
            <TextField name="description" label={t('description')} maxLength={100} {...formState} />
            <CheckGroup name="types" label={t('types')} boxes={types} isLong {...formState} />
            <p className="my-3 max-w-prose text-base-content/75 text-sm">{t('new.contents')}</p>
            <FormFoot cancel={action.replace(/\/\w+$/, '')}>
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
