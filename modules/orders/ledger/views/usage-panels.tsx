import type { Viewer } from '#src/core/viewer.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { withMinus } from '#views/values/minus.ts'
import { Day } from '#views/values/moment.tsx'
import type { Usage, UsageEntry } from '../usage-summary.ts'
import { Cause } from './cause.tsx'
import { UsageBlock } from './usage-block.tsx'

/** The remaining uses of each kind, the people who spent them, and the ledger. */
export function UsagePanels({ lines, ledger, viewer }: Usage & { viewer?: Viewer }) {
  const t = useTranslations('orders')
  return (
    <div className="grid gap-4">
      <Panel title={t('current')}>
        <UsageBlock lines={lines} showsNames />
      </Panel>
      <Panel title={t('ledger')}>
        <Ledger rows={ledger.rows} viewer={viewer} />
        {ledger.next && (
          <p className="mt-3 text-center">
            <a className="btn btn-sm" href={`?before=${ledger.next}`}>
              {t('older')}
            </a>
          </p>
        )}
      </Panel>
    </div>
  )
}

function Ledger({ rows, viewer }: { rows: UsageEntry[]; viewer?: Viewer }) {
  const t = useTranslations('orders')
  if (!rows.length)
    return (
      <Empty icon="log" title={t('ledgerEmpty')}>
        {t('ledgerTeach')}
      </Empty>
    )
  const spenderName = (row: UsageEntry) => {
    if (row.taken_back) return t('takenBack')
    return row.spent_by ? (row.name ?? t('formerMember')) : t('granted')
  }
  const columns: Column<UsageEntry>[] = [
    { key: 'day', head: t('day'), cell: (row) => <Day at={row.created_at} />, short: true },
    {
      key: 'kind',
      head: t('category'),
      cell: (row) => (
        <>
          {t(`kind.${row.kind}`)}
          <NarrowLine>
            <span>{spenderName(row)}</span>
            <Cause row={row} viewer={viewer} />
            {row.expires_at && (
              <span>
                {t('until')} <Day at={row.expires_at} />
              </span>
            )}
          </NarrowLine>
        </>
      ),
      main: true,
    },
    { key: 'who', head: t('who'), cell: spenderName, wide: true },
    {
      key: 'cause',
      head: t('cause.head'),
      cell: (row) => <Cause row={row} viewer={viewer} />,
      wide: true,
    },
    {
      key: 'until',
      head: t('until'),
      cell: (row) => (row.expires_at ? <Day at={row.expires_at} /> : '–'),
      wide: true,
      short: true,
    },
    {
      key: 'quantity',
      head: t('quantity'),
      cell: (row) => <span className="tabular-nums">{withSign(row.quantity)}</span>,
    },
  ]
  return <Table caption={t('ledger')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

const withSign = (quantity: number) => withMinus(quantity > 0 ? `+${quantity}` : `${quantity}`)
