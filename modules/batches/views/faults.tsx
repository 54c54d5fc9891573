import { localeOf } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import { type BatchRow, CHANGEABLE_STATES, UNDRAFTED_STATES } from '../batch.ts'
import { type Fault, faultPlace, faultWords } from '../table/check-row.ts'
import type { BatchPageData } from './shown.ts'

/** The maximum number of faults that are shown; further ones are only counted. */
const MAX_SHOWN = 100

type FaultLine = Fault & { row: BatchRow }

/** The faults of rows that have no draft: those that prevent it by row, the others by column. */
export function Faults({ batch, heads }: Pick<BatchPageData, 'batch' | 'heads'>) {
  const lines = batch.rows
    .filter(({ state }) => UNDRAFTED_STATES.includes(state))
    .flatMap((row) => row.faults.map((fault): FaultLine => ({ ...fault, row })))
  return (
    <>
      <BlockingFaults batch={batch} heads={heads} lines={lines.filter(({ later }) => !later)} />
      <LaterFaults heads={heads} lines={lines.filter(({ later }) => later)} />
    </>
  )
}

interface LinesProps extends Pick<BatchPageData, 'heads'> {
  lines: FaultLine[]
}

function BlockingFaults({ batch, heads, lines }: LinesProps & Pick<BatchPageData, 'batch'>) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale()) as Locale
  if (!lines.length) return null
  const isUnchangeable = !CHANGEABLE_STATES.includes(batch.state)
  const columns: Column<FaultLine>[] = [
    {
      key: 'row',
      head: t('head.row'),
      cell: ({ row: { number } }) =>
        isUnchangeable ? (
          number
        ) : (
          <a className="link whitespace-nowrap" href={`/mgmt/batches/${batch.id}/rows/${number}`}>
            {t('row.edit', { number })}
          </a>
        ),
    },
    { key: 'column', head: t('head.column'), cell: (line) => faultPlace(line, heads, locale) },
    { key: 'fault', head: t('head.fault'), cell: (line) => faultWords(line, locale), main: true },
    {
      key: 'written',
      head: t('head.written'),
      cell: ({ row, column }) => (row.cells[column] ?? '').slice(0, 60),
      wide: true,
    },
  ]
  return (
    <Panel title={t('faults', { count: lines.length })}>
      <p className="mb-2 text-sm">{t('row.blocked')}</p>
      <Table
        caption={t('faults', { count: lines.length })}
        columns={columns}
        rows={lines.slice(0, MAX_SHOWN)}
        rowKey={({ row, column, point }) =>
          `${row.number} ${column} ${point.problem} ${point.message?.en_US}`
        }
      />
      {lines.length > MAX_SHOWN && (
        <p className="text-sm">{t('more', { count: lines.length - MAX_SHOWN })}</p>
      )}
    </Panel>
  )
}

interface SharedFault {
  place: string
  words: string
  rows: number
}

/**
 * The points that can be settled in the drafts: most are the same in all rows, because the model leaves them
 * open.
 */
function LaterFaults({ heads, lines }: LinesProps) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale()) as Locale
  if (!lines.length) return null
  const placeOf = (fault: Fault) => faultPlace(fault, heads, locale)
  const linesByFault = Map.groupBy(lines, (line) => `${placeOf(line)} ${faultWords(line, locale)}`)
  const faults = [...linesByFault].map(([, same]): SharedFault => {
    const [firstFault] = same as [FaultLine]
    return { place: placeOf(firstFault), words: faultWords(firstFault, locale), rows: same.length }
  })
  const columns: Column<SharedFault>[] = [
    { key: 'column', head: t('head.column'), cell: ({ place }) => place },
    { key: 'fault', head: t('head.fault'), cell: ({ words }) => words, main: true },
    { key: 'rows', head: t('head.rows'), cell: ({ rows }) => rows, end: true },
  ]
  return (
    <Panel title={t('later')}>
      <p className="mb-2 text-sm">{t('row.later')}</p>
      <Table
        caption={t('later')}
        columns={columns}
        rows={faults}
        rowKey={({ place, words }) => `${place} ${words}`}
      />
    </Panel>
  )
}
