import { PHONE_REGIONS } from '#src/core/identity-numbers/mobile-number.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { PendingImport } from '../pending-import.ts'
import { FIELDS, type Sheet } from '../sheet.ts'
import { CancelButton } from './cancel-button.tsx'
import { useHeadLabel } from './head-label.ts'

interface Props extends FormState {
  pending: PendingImport
  fieldOf: (index: number) => string
}

/** The number of sample cells that are shown of a column. */
const MAX_SAMPLES = 2

/** The second step: the field of each column, with sample values. */
export function ColumnsPage({ pending: { id, file_name, type, sheet }, fieldOf, values, problems }: Props) {
  const t = useTranslations('contacts.import')
  const labelOf = useHeadLabel()
  const { heads, rows } = sheet!
  const options = [
    { value: '', label: t('columns.nothing') },
    ...FIELDS.map((value) => ({
      value: value as string,
      label: value === 'organisation' ? t(`columns.field.organisation.${type}`) : t(`columns.field.${value}`),
    })),
  ]
  return (
    <>
      <PageHead title={t('columns.title')} lead={t('found', { name: file_name, count: rows.length })}>
        <CancelButton id={id} />
      </PageHead>
      <p className="mb-3 max-w-prose">{t('columns.lead')}</p>
      <form method="post" action={`/mgmt/contacts/import/${id}`} noValidate>
        <FormProblem problem={problems?.columns} />
        <div className="my-3 grid gap-x-6 gap-y-1 rounded-box border border-base-300 bg-base-100 p-4 sm:grid-cols-2 xl:grid-cols-3">
          {heads.map((head, index) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
              key={index}
              name={fieldOf(index)}
              label={labelOf(sheet!, index) || head}
              hint={samplesOf(rows, index)}
              values={values}
              options={options}
            />
          ))}
        </div>
        <SelectField
          name="region"
          label={t('columns.region')}
          values={values}
          options={PHONE_REGIONS.map((value) => ({ value, label: t(`columns.regions.${value}`) }))}
        />
        <div className="flex justify-end">
          <button type="submit" className="btn btn-primary">
            {t('columns.next')}
          </button>
        </div>
      </form>
    </>
  )
}

/** The first different cells that are not empty. */
const samplesOf = (rows: Sheet['rows'], index: number) =>
  [...new Set(rows.map(({ record }) => (record[index] ?? '').slice(0, 40)).filter(Boolean))]
    .slice(0, MAX_SAMPLES)
    .join(' · ')
