import { AcctTabs } from '#views/acct-tabs.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment, NarrowMoment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { invoiceable } from '../../invoices/invoice.ts'
import type { OrderRow } from '../order-list.ts'
import { OrderStateWord, TimeLeft, useGoods } from './order-parts.tsx'

interface Props {
  rows: OrderRow[]
  next: string | null
  /** Whether the reader is the administrator, who alone renews the plan. */
  isAdmin: boolean
}

/** The orders of a team, newest first. */
export function OrderRecordPage({ rows, next, isAdmin }: Props) {
  const t = useTranslations('orders')
  const columns = useColumns()
  const seesAll = useMay('team.orders')
  return (
    <>
      <AcctTabs current="orders" />
      {!seesAll && <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('record.own')}</p>}
      <p className="mb-3 flex flex-wrap justify-end gap-2">
        {isAdmin && (
          <a href="/mgmt/acct-info/renewal" className="btn btn-outline btn-sm">
            {t('renewal.title')}
          </a>
        )}
        <a href="/mgmt/acct-info/invoice-title" className="btn btn-outline btn-sm">
          {t('invoice.kept.title')}
        </a>
      </p>
      {rows.length ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Table caption={t('record.title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
        </div>
      ) : (
        <Empty icon="document" title={t('record.empty')}>
          <p className="mb-3">{t('record.teach')}</p>
          <a href="/pricing" className="btn btn-primary">
            {t('toPricing')}
          </a>
        </Empty>
      )}
      <PageLinks
        first="/mgmt/order-record"
        previous={null}
        next={next && `/mgmt/order-record?before=${next}`}
      />
      {rows.length > 0 && (
        <p className="mt-3 text-sm">
          <a className="link link-primary" href="/mgmt/order-record/orders.csv">
            {t('record.csv')}
          </a>
        </p>
      )}
    </>
  )
}

function useColumns(): Column<OrderRow>[] {
  const t = useTranslations('orders')
  const goods = useGoods()
  const price = (row: OrderRow, amount: bigint) => <Money amount={amount} currency={row.currency} />
  return [
    {
      key: 'number',
      head: t('number'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary sm:whitespace-nowrap" href={`/mgmt/orders/${row.id}`}>
            {row.number}
          </a>
          <NarrowLine>
            <OrderStateWord order={row} />
            <Moment at={row.created_at} />
            <span>{goods(row)}</span>
            <span>{t(`methods.${row.method}`)}</span>
            <InvoiceLink row={row} />
            {row.state === 'pending' && (
              <span>
                {t('timeLeft')} <TimeLeft order={row} />
              </span>
            )}
          </NarrowLine>
        </>
      ),
    },
    {
      key: 'created',
      head: t('createdAt'),
      wide: true,
      cell: (row) => <NarrowMoment at={row.created_at} />,
    },
    { key: 'package', head: t('packageName'), wide: true, cell: goods },
    { key: 'quantity', end: true, head: t('quantity'), wide: true, cell: (row) => row.quantity },
    {
      key: 'unit',
      end: true,
      head: t('unitPrice'),
      wide: true,
      short: true,
      cell: (row) => price(row, row.unit_price),
    },
    { key: 'total', end: true, head: t('total'), short: true, cell: (row) => price(row, row.total) },
    { key: 'method', head: t('method'), wide: true, cell: (row) => t(`methods.${row.method}`) },
    {
      key: 'state',
      head: t('payStatus'),
      wide: true,
      cell: (row) => <OrderStateWord order={row} />,
    },
    { key: 'invoice', head: t('record.invoice'), wide: true, cell: (row) => <InvoiceLink row={row} /> },
    {
      key: 'left',
      head: t('timeLeft'),
      short: true,
      wide: true,
      cell: (row) => (row.state === 'pending' || row.state === 'expired' ? <TimeLeft order={row} /> : '–'),
    },
  ]
}

/** A link to the invoice of an order, with its state, or to the form that requests one. */
function InvoiceLink({ row }: { row: OrderRow }) {
  const t = useTranslations('orders')
  const state = row.invoiceState
  if (!state && !invoiceable(row)) return null
  return (
    <a className="link link-primary" href={`/mgmt/orders/${row.id}/invoice`}>
      {state ? t(`record.invoiceState.${state}`) : t('record.request')}
    </a>
  )
}
