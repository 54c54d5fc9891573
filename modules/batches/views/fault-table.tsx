import { localeOf } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { BatchRow } from '../batch.ts'
import { type Fault, faultWords } from '../table/check-row.ts'
import type { Shown } from './shown.ts'

/** Further faults are only counted. */
const SHOWN = 100

type Line = Fault & { row: BatchRow }

/** The faults by row and column; those of a row with a draft are in the draft. */
export function FaultTable({ batch, heads }: Pick<Shown, 'batch' | 'heads'>) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale()) as Locale
  const lines = batch.rows
    .filter(({ state }) => state !== 'drafted')
    .flatMap((row) => row.faults.map((fault): Line => ({ ...fault, row })))
    .sort((one, other) => Number(one.later ?? false) - Number(other.later ?? false))
  if (!lines.length) return null
  const isOver = batch.state === 'cancelled'
  const columns: Column<Line>[] = [
    {
      key: 'row',
      head: t('head.row'),
      cell: ({ row: { number } }) =>
        isOver ? (
          number
        ) : (
          <a className="link" href={`/mgmt/batches/${batch.id}/rows/${number}`}>
            {t('row.edit', { number })}
          </a>
        ),
    },
    { key: 'column', head: t('head.column'), cell: ({ column }) => heads.get(column) },
    { key: 'fault', head: t('head.fault'), cell: (line) => faultWords(line, locale), main: true },
    {
      key: 'written',
      head: t('head.written'),
      cell: ({ row, column }) => (row.cells[column] ?? '').slice(0, 60),
      wide: true,
    },
    {
      key: 'means',
      head: t('head.means'),
      cell: ({ later }) => t(later ? 'row.later' : 'row.blocked'),
      wide: true,
    },
  ]
  return (
    <Panel title={t('faults', { count: lines.length })}>
      <Table
        caption={t('faults', { count: lines.length })}
        columns={columns}
        rows={lines.slice(0, SHOWN)}
        rowKey={({ row, column, point }) =>
          `${row.number} ${column} ${point.problem} ${point.message?.en_US}`
        }
      />
      {lines.length > SHOWN && <p className="text-sm">{t('more', { count: lines.length - SHOWN })}</p>}
    </Panel>
  )
}
