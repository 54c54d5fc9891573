import type { Answers } from '#assembly/answers.ts'
import type { ListedSeal } from '#modules/seals/index.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, SelectField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import type { PartySealChoice } from '../seal-schema.ts'
import { partyName, useSealWord } from './seal-words.ts'

interface Props extends FormState {
  document: { id: string; name: string; number: string }
  parties: Answers['parties']
  choices: PartySealChoice[]
  seals: Pick<ListedSeal, 'id' | 'kind' | 'label'>[]
  /** Whether this file can have cross-page seals. */
  canHaveCrossPage: boolean
}

/** Which parties seal, and with which picture. */
export function SealingPage({
  document,
  parties,
  canHaveCrossPage: across,
  values,
  problems,
  details,
  ...setting
}: Props) {
  const t = useTranslations('signing.seals')
  const common = useTranslations('common')
  const locale = useLocale()
  const word = useSealWord(setting.seals)
  const maySeeSeals = useMay('seal.use')
  const options = ['none', 'own', ...setting.seals.map(({ id }) => id)]
  const party = useTranslations('signing')
  return (
    <div className="grid justify-items-center">
      <Card title={t('title')} wide>
        <p className="mb-3 text-base-content/75">{`${document.name} · ${document.number}`}</p>
        <p className="mb-4">{t('lead')}</p>
        <form method="post" action={`/mgmt/${document.id}/sealing`} noValidate>
          <FormProblem problem={problems?.form} values={details} />
          {parties.map((one) => {
            const choice = setting.choices.find((chosen) => chosen.party === one.key)
            const chosen = values ?? valuesOf(choice)
            // A chosen seal that has been retired stays visible until another one is chosen.
            const retiredSeal = options.includes(chosen[`seal-${one.key}`] ?? 'none')
              ? []
              : [chosen[`seal-${one.key}`]!]
            return (
              <fieldset key={one.key} className="mb-4 rounded-box border border-base-300 p-3">
                <legend className="px-1 font-medium">
                  {`${party('party', { key: one.key.toUpperCase() })} ${partyName(one, locale)}`.trim()}
                </legend>
                <SelectField
                  name={`seal-${one.key}`}
                  label={t('seal')}
                  values={chosen}
                  options={[...options, ...retiredSeal].map((value) => ({ value, label: word(value) }))}
                />
                {across && (
                  <CheckField name={`across-${one.key}`} values={chosen}>
                    {t('across')}
                  </CheckField>
                )}
              </fieldset>
            )
          })}
          {maySeeSeals && setting.seals.length === 0 && (
            <p className="mb-2 text-sm">
              <a className="link" href="/mgmt/acct-info/seals">
                {t('noneYet')}
              </a>
            </p>
          )}
          <p className="text-base-content/75 text-sm">{t('meaning')}</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href={`/mgmt/${document.id}/sign-setting`} className="btn btn-ghost">
              {common('cancel')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('save')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}

const valuesOf = (choice?: PartySealChoice): Record<string, string> =>
  choice
    ? { [`seal-${choice.party}`]: choice.seal, [`across-${choice.party}`]: choice.crossPage ? 'yes' : '' }
    : {}
