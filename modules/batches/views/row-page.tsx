import { localeOf } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import type { Batch, BatchRow } from '../batch.ts'
import { faultWords } from '../table/check-row.ts'
import type { Column } from '../table/columns.ts'

interface Props {
  batch: Batch
  row: BatchRow
  columns: Column[]
  heads: string[]
}

/** The form that corrects one row of the table. */
export function RowPage({ batch: { id }, row, columns, heads }: Props) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale()) as Locale
  const faultOf = (column: string) =>
    row.faults
      .filter((fault) => fault.column === column)
      .map((fault) => faultWords(fault, locale))
      .join(' ')
  return (
    <div className="grid justify-items-center">
      <Card title={t('row.heading', { number: row.number })} wide>
        <p className="mb-3">{t('row.lead')}</p>
        <form method="post" action={`/mgmt/batches/${id}/rows/${row.number}`} noValidate>
          {columns.map((column, index) => (
            <Cell
              key={column.id}
              name={`cell${index}`}
              label={heads[index]!}
              fault={faultOf(column.id)}
              value={row.cells[column.id] ?? ''}
            />
          ))}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href={`/mgmt/batches/${id}`} className="btn btn-ghost">
              {t('row.back')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('row.save')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}

interface CellProps {
  name: string
  label: string
  /** The fault, in words. */
  fault: string
  value: string
}

function Cell({ name, label, fault, value }: CellProps) {
  return (
    <div className="py-1">
      <label htmlFor={name} className="text-sm">
        {label}
      </label>
      <textarea
        id={name}
        name={name}
        rows={1}
        defaultValue={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${name}-note` : undefined}
        className={`textarea field-sizing-content min-h-10 w-full ${fault ? 'textarea-error' : ''}`}
      />
      {fault && (
        <p id={`${name}-note`} className="text-error text-sm">
          {fault}
        </p>
      )}
    </div>
  )
}
