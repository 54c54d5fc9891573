import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { COLUMNS } from '../../desk-schema.ts'
import { fieldOf } from '../name-columns.ts'
import type { StatementFault } from '../reading/fault.ts'
import type { StatementTable } from '../reading/read-rows.ts'
import { DiscardButton } from './discard-button.tsx'
import { Faults } from './faults.tsx'

interface Props extends FormState {
  id: string
  /** The name of the statement's file. */
  name: string | null
  table: StatementTable
  faults?: StatementFault[]
}

/** The number of sample cells that are shown of a column. */
const SAMPLES = 3

/** Asks for the meaning of the columns of an unknown heading, with samples of their content. */
export function ColumnsPage({ id, name, table, faults, values, problems }: Props) {
  const t = useTranslations('desk.statements')
  const options = [
    { value: '', label: t('choice.nothing') },
    ...COLUMNS.map((value) => ({
      value: value as string,
      label: value === 'amount' ? t('choice.amount') : t(`columns.${value}`),
    })),
  ]
  return (
    <>
      <PageHead title={t('choice.title')} lead={name}>
        <DiscardButton id={id} name={name} />
        <a href="/desk/statements" className="btn btn-ghost">
          {t('all')}
        </a>
      </PageHead>
      {faults && <Faults faults={faults} />}
      <Panel title={t('choice.found')}>
        <p className="mb-3 max-w-prose">{t('choice.lead')}</p>
        <form method="post" action={`/desk/statements/${id}/columns`} noValidate>
          <FormProblem problem={problems?.columns} />
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
            {table.heading.map((heading, index) => (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                key={index}
                name={fieldOf(index)}
                label={heading || t('choice.nameless', { number: index + 1 })}
                hint={samplesOf(table, index)}
                values={values}
                options={options}
              />
            ))}
          </div>
          <button type="submit" className="btn btn-primary mt-3">
            {t('choice.save')}
          </button>
        </form>
      </Panel>
    </>
  )
}

const samplesOf = ({ rows }: StatementTable, index: number) =>
  rows
    .map(({ record }) => (record[index] ?? '').slice(0, 40))
    .filter(Boolean)
    .slice(0, SAMPLES)
    .join(' · ') || '–'
