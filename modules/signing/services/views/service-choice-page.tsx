import type { Answers } from '#assembly/answers.ts'
import type { Signable } from '#modules/imports/index.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { type Assignment, providerFor, type ServiceChoice } from '../../providers/choice.ts'
import type { ProviderName } from '../../providers/provider-name.ts'
import type { SignatoryEntry } from '../../schema.ts'
import { partyName } from '../../seals/views/seal-words.ts'
import { SERVICE_NAMES } from '../service-names.ts'
import { StageList } from './stage-list.tsx'

interface Props extends FormState {
  document: Signable
  parties: Answers['parties']
  choice: ServiceChoice
  names: ProviderName[]
  signatories: SignatoryEntry[]
  /** One assignment per signatory, in the same order. */
  assignments: Assignment[]
}

/** The page on which the sender chooses a service for the people of each party. */
export function ServiceChoicePage({ document, parties, choice, names, values, problems, ...rest }: Props) {
  const { details, signatories, assignments } = rest
  const t = useTranslations('signing.services')
  const common = useTranslations('common')
  const party = useTranslations('signing')
  const locale = useLocale()
  return (
    <div className="grid justify-items-center">
      <Card title={t('choice.title')} wide>
        <p className="mb-3 text-base-content/75">{`${document.name} · ${document.number}`}</p>
        <p className="mb-4">{t('choice.lead')}</p>
        <form method="post" action={`/mgmt/${document.id}/services`} noValidate>
          <FormProblem problem={problems?.form} values={details} />
          {parties.map((one) => (
            <SelectField
              key={one.key}
              name={`service-${one.key}`}
              label={`${party('party', { key: one.key.toUpperCase() })} ${partyName(one, locale)}`.trim()}
              values={values ?? { [`service-${one.key}`]: providerFor(document, one.key, choice) }}
              options={names.map((name) => ({ value: name, label: SERVICE_NAMES[name] }))}
            />
          ))}
          {/* A rejected choice has no stages to show. */}
          {!problems && <StageList signatories={signatories} assignments={assignments} />}
          <p className="mt-3 text-base-content/75 text-sm">{t('choice.stages')}</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href={`/mgmt/${document.id}/sign-setting`} className="btn btn-ghost">
              {common('cancel')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('choice.save')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}
