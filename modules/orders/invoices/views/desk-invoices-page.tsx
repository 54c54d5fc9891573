import { isOverdue } from '#src/calendar/queue.ts'
import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { SupportLevel } from '../../packages/support-level.tsx'
import { INVOICE_FILTERS, type InvoiceFilter, type ListedInvoice } from '../desk-invoice.ts'

interface Props {
  rows: ListedInvoice[]
  next: string | null
  state: InvoiceFilter
  /** The id of the team whose invoices are listed; '' for all teams. */
  team: string
  /** The number of invoices to be issued, and of those to be reversed. */
  waitingCounts: { requested: string; toReverse: string }
}

const HOME = '/desk/invoices'
const pathTo = (state: InvoiceFilter, team: string) => `${HOME}?state=${state}${team && `&team=${team}`}`

/** Requested and decided invoices. */
export function DeskInvoicesPage({ rows, next, state, team, waitingCounts }: Props) {
  const t = useTranslations('orders.invoiceDesk')
  const words = useTranslations('orders.invoice.state')
  const tCalendar = useTranslations('calendar')
  const selects = state === 'requested' || state === 'overdue' || state === 'toReverse'
  return (
    <>
      <PageHead title={t('invoices')} lead={t('invoicesLead')} />
      <nav aria-label={t('invoices')} className="mb-3 flex flex-wrap gap-2">
        {INVOICE_FILTERS.filter((one) => one !== 'all' || team || state === 'all').map((one) => (
          <a
            key={one}
            href={pathTo(one, team)}
            aria-current={one === state ? 'true' : undefined}
            className={`btn btn-sm ${one === state ? 'btn-neutral' : 'btn-ghost'}`}
          >
            {one === 'overdue'
              ? tCalendar('overdue')
              : one === 'toReverse' || one === 'failed' || one === 'all'
                ? t(one)
                : words(one)}
            {!team && (one === 'requested' || one === 'toReverse') && (
              <span className="tabular-nums">{waitingCounts[one]}</span>
            )}
          </a>
        ))}
      </nav>
      {team && (
        <p className="mb-2 text-sm">
          {rows[0]?.teamName ?? t('ofTeam')}{' '}
          <a className="link" href={pathTo(state, '')}>
            {t('allTeams')}
          </a>
        </p>
      )}
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <>
            <InvoiceTable rows={rows} selects={selects} />
            {selects && <BulkBar queue="invoices" />}
          </>
        ) : (
          <Empty
            icon="document"
            title={state === 'overdue' ? tCalendar('noneOverdue') : t(`noInvoices.${state}`)}
          />
        )}
      </div>
      <PageLinks
        first={pathTo(state, team)}
        previous={null}
        next={next && `${pathTo(state, team)}&after=${encodeURIComponent(next)}`}
      />
    </>
  )
}

const InvoiceDue = ({ row, showsName }: { row: ListedInvoice; showsName?: boolean }) =>
  row.state === 'requested' ? <Due at={row.due_at} overdue={isOverdue(row)} showsLabel={showsName} /> : '–'

function InvoiceTable({ rows, selects }: { rows: ListedInvoice[]; selects: boolean }) {
  const t = useTranslations('orders')
  const tCalendar = useTranslations('calendar')
  const kind = (row: ListedInvoice) => t(`invoice.kind.${row.kind}`)
  const select = useSelectColumn<ListedInvoice>((row) => row.orderNumber)
  const columns: Column<ListedInvoice>[] = [
    ...(selects ? [select] : []),
    {
      key: 'order',
      head: t('number'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary" href={`${HOME}/${row.id}`}>
            {row.orderNumber}
          </a>{' '}
          <SupportLevel queue="requests" {...row} package={row.customerPackage} />
          <NarrowLine>
            {row.state === 'requested' && <InvoiceDue row={row} showsName />}
            <span className="wrap-anywhere">{row.title}</span>
            <span>{kind(row)}</span>
            <Moment at={row.asked_at} />
            {row.ownerName && <span>{row.ownerName}</span>}
          </NarrowLine>
        </>
      ),
    },
    { key: 'title', head: t('invoice.titleLabel'), wide: true, cell: (row) => row.title },
    { key: 'kind', head: t('invoice.kindLabel'), wide: true, cell: kind },
    {
      key: 'amount',
      end: true,
      head: t('invoice.amount'),
      short: true,
      cell: (row) => <Money amount={row.total} />,
    },
    { key: 'due', head: tCalendar('due'), wide: true, cell: (row) => <InvoiceDue row={row} /> },
    {
      key: 'owner',
      head: useTranslations('desk.work')('owner'),
      wide: true,
      cell: (row) => row.ownerName ?? '–',
    },
    {
      key: 'asked',
      head: t('invoice.askedAt'),
      wide: true,
      short: true,
      cell: (row) => <Moment at={row.asked_at} />,
    },
  ]
  return <Table caption={t('invoiceDesk.invoices')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}
