import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Money } from '#views/values/money.tsx'
import { Arrival } from '../../views/arrival.tsx'
import { SalesTabs } from '../../views/sales-tabs.tsx'
import type { ListedPayment, PaymentFilter } from '../payment.ts'
import { useOutcome } from './outcome.tsx'

interface Props {
  rows: ListedPayment[]
  next: string | null
  filter: PaymentFilter
  done?: string
}

/** Payments that did not settle their order. */
export function PaymentsPage({ rows, next, filter, done }: Props) {
  const t = useTranslations('desk.payments')
  const showsOpen = filter.show === 'open'
  const select = useSelectColumn<ListedPayment>((row) => row.reference)
  const columns = [...(showsOpen ? [select] : []), ...useColumns()]
  const first = showsOpen ? '/desk/payments' : '/desk/payments?show=settled'
  return (
    <>
      <SalesTabs current="payments" done={done} />
      <p className="mb-3 flex flex-wrap justify-between gap-x-4">
        <span>{showsOpen ? t('openLead') : t('settledLead')}</span>
        <a className="link" href={showsOpen ? '/desk/payments?show=settled' : '/desk/payments'}>
          {showsOpen ? t('showSettled') : t('showOpen')}
        </a>
      </p>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <>
            <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
            {showsOpen && <BulkBar queue="payments" />}
          </>
        ) : (
          <Empty icon="check" title={showsOpen ? t('noneOpen') : t('noneSettled')} />
        )}
      </div>
      <PageLinks
        first={first}
        previous={filter.before ? first : null}
        next={next && `${first}${showsOpen ? '?' : '&'}before=${next}`}
      />
    </>
  )
}

function useColumns(): Column<ListedPayment>[] {
  const t = useTranslations('desk.payments')
  const orders = useTranslations('orders')
  const outcome = useOutcome()
  return [
    {
      key: 'reference',
      head: t('payment'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary wrap-anywhere" href={`/desk/payments/${row.id}`}>
            {row.reference}
          </a>
          <NarrowLine>
            <Arrival at={row.received_at} />
            <span>{orders(`methods.${row.method}`)}</span>
            <span>{row.number}</span>
            <span>{row.teamName}</span>
            {row.ownerName && <span>{row.ownerName}</span>}
            {row.toRefund > 0n && (
              <span>
                {t('toRefund')} <Money amount={row.toRefund} currency={row.currency} />
              </span>
            )}
          </NarrowLine>
        </>
      ),
    },
    { key: 'at', head: t('receivedAt'), wide: true, cell: (row) => <Arrival at={row.received_at} /> },
    { key: 'method', head: orders('method'), wide: true, cell: (row) => orders(`methods.${row.method}`) },
    { key: 'order', head: orders('number'), wide: true, cell: (row) => row.number ?? '–' },
    { key: 'team', head: t('team'), wide: true, cell: (row) => row.teamName ?? '–' },
    {
      key: 'amount',
      end: true,
      head: t('amount'),
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    {
      key: 'toRefund',
      head: t('toRefund'),
      wide: true,
      cell: (row) => (row.toRefund ? <Money amount={row.toRefund} currency={row.currency} /> : '–'),
    },
    {
      key: 'owner',
      head: useTranslations('desk.work')('owner'),
      wide: true,
      cell: (row) => row.ownerName ?? '–',
    },
    { key: 'problem', head: t('state'), cell: outcome },
  ]
}
