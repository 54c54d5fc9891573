import type { FormState } from '#src/http/body.ts'
import { CheckField, described, FieldFrame, ProblemDetails, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import { type Fault, MOST_ROWS } from '../csv.ts'
import { CONTACT_TYPES } from '../schema.ts'

interface Props extends FormState {
  faults?: Fault[]
}

/** Further faults are only counted. */
const SHOWN = 50

export function ImportPage({ values = {}, problems, details, faults = [] }: Props) {
  const t = useTranslations('contacts')
  const given = { values, problems }
  const file = {
    ...given,
    name: 'file',
    label: t('import.file'),
    hint: t('import.fileHint', { most: MOST_ROWS }),
  }
  return (
    <div className="grid justify-items-center">
      <Card title={t('import.title')} wide>
        {faults.length > 0 && <Faults faults={faults} />}
        <p className="mb-2">{t('import.lead')}</p>
        <p className="mb-3 text-sm">
          <a className="link link-primary" href={`/mgmt/contacts/contacts.csv?type=${values.type}`}>
            {t('export')}
          </a>
        </p>
        <form method="post" action="/mgmt/contacts/import" encType="multipart/form-data" noValidate>
          <SelectField
            {...given}
            name="type"
            label={t('field.type')}
            options={CONTACT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <FieldFrame {...file} required>
            <input
              {...described({ ...file, required: true })}
              type="file"
              accept=".csv,text/csv,text/plain"
              className="file-input w-full"
            />
          </FieldFrame>
          <CheckField {...given} name="update">
            {t('import.update')}
          </CheckField>
          {problems?.ignore && (
            <ProblemDetails value={details ?? {}}>
              <CheckField {...given} name="ignore">
                {t('import.ignore')}
              </CheckField>
            </ProblemDetails>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href={`/mgmt/contacts?type=${values.type}`} className="btn btn-ghost">
              {t('import.back')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('import.open')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}

/** The problems of a file and their places; nothing of such a file is stored. */
function Faults({ faults }: { faults: Fault[] }) {
  const t = useTranslations('contacts')
  const say = useTranslations()
  const columns: Column<Fault>[] = [
    { key: 'line', head: t('import.line'), cell: ({ line }) => line },
    { key: 'column', head: t('import.column'), cell: ({ column }) => (column ? t(`csv.${column}`) : '') },
    { key: 'problem', head: t('import.problem'), cell: ({ problem }) => say(problem), main: true },
  ]
  return (
    <section role="alert" className="mb-4 rounded-box border border-error/40 p-3">
      <p className="font-medium">{t('import.faults', { count: faults.length })}</p>
      <Table
        caption={t('import.problem')}
        columns={columns}
        rows={faults.slice(0, SHOWN)}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
      {faults.length > SHOWN && (
        <p className="text-sm">{t('import.more', { count: faults.length - SHOWN })}</p>
      )}
    </section>
  )
}
