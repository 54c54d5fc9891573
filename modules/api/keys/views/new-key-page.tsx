import type { FormState } from '#src/http/body.ts'
import { SCOPES } from '#src/http/programs/operation.ts'
import { FormFoot } from '#views/action-card.tsx'
import { CheckGroup, FormProblem, ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { LIFETIMES } from '../key-form.ts'
import { KEYS } from './keys-page.tsx'

const INITIAL_VALUES = { days: '90', 'documents:read': 'yes' }

/** The form of a new key. */
export function NewKeyPage({ values, problems, details }: FormState) {
  const t = useTranslations('api')
  const formState = { values: values ?? INITIAL_VALUES, problems }
  return (
    <div className="grid justify-items-center">
      <Card title={t('new.title')} wide>
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={`${KEYS}/new`} noValidate>
            <FormProblem problem={problems?.form} values={details} />
            <TextField
              name="name"
              label={t('name')}
              hint={t('new.nameHint')}
              required
              maxLength={60}
              {...formState}
            />
            <CheckGroup
              name="scopes"
              label={t('scopes')}
              boxes={SCOPES.map((name) => ({ name, words: t(`scope.${name}.long`) }))}
              {...formState}
            />
            <SelectField
              name="days"
              label={t('new.days')}
              required
              options={LIFETIMES.map((value) => ({
                value,
                label: t('new.lifetime', { days: Number(value) }),
              }))}
              {...formState}
            />
            <TextField
              name="networks"
              label={t('new.networks')}
              hint={t('new.networksHint')}
              {...formState}
            />
            <p className="my-3 max-w-prose text-base-content/75 text-sm">{t('new.acts')}</p>
            <FormFoot cancel={KEYS}>
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
