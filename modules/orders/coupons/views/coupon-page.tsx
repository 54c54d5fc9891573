import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { TextField } from '#views/forms.tsx'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { DoneNotice } from '../../desk/views/sales-tabs.tsx'
import { OrderStateWord } from '../../ordering/views/order-parts.tsx'
import type { ListedCoupon, ordersOfCoupon } from '../coupon.ts'
import { CouponState, isOver, useWorth } from './coupon-words.tsx'

type Orders = Awaited<ReturnType<typeof ordersOfCoupon>>

interface Props extends FormState {
  coupon: ListedCoupon
  orders: Orders
  done?: string
}

/** One coupon: its packages, its orders, and the form to end it. */
export function CouponPage({ coupon, orders, done, ...formState }: Props) {
  const t = useTranslations('desk.coupons')
  const columns = useColumns()
  return (
    <>
      <PageHead title={coupon.code} lead={<CouponState coupon={coupon} />}>
        <a href="/desk/coupons" className="btn btn-ghost">
          {t('all')}
        </a>
      </PageHead>
      <DoneNotice done={done} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('coupon')}>
          <Facts facts={useFacts(coupon, orders)} />
        </Panel>
        {(!isOver(coupon) || formState.problems?.endReason) && (
          <Panel title={t('end')}>
            <form method="post" action={`/desk/coupons/${coupon.id}/end`} noValidate>
              <p className="mb-2 text-sm">{t('endMeaning')}</p>
              <TextField {...formState} name="endReason" label={t('reason')} required maxLength={500} />
              <button type="submit" className="btn btn-outline mt-2">
                {t('end')}
              </button>
            </form>
          </Panel>
        )}
        <Panel title={t('orders')}>
          {orders.rows.length ? (
            <Table caption={t('orders')} columns={columns} rows={orders.rows} rowKey={(row) => row.id} />
          ) : (
            <Empty icon="search" title={t('noOrders')} />
          )}
          {orders.next && (
            <a className="link" href={`/desk/coupons/${coupon.id}?before=${orders.next}`}>
              {t('older')}
            </a>
          )}
        </Panel>
      </div>
    </>
  )
}

function useFacts(coupon: ListedCoupon, { given: discounts }: Orders) {
  const t = useTranslations('desk.coupons')
  const names = useTranslations('orders.package')
  const worthOf = useWorth()
  const { packages, most_uses: max, uses } = coupon
  return [
    { label: t('worth'), value: worthOf(coupon) },
    {
      label: t('packages'),
      value: packages.length
        ? packages.map((code) => names(dynamicKey<'orders.package'>(code))).join(t('comma'))
        : t('anyPackage'),
    },
    { label: t('uses'), value: max === null ? String(uses) : t('usesOf', { uses, max }) },
    { label: t('oncePerTeam'), value: t(coupon.once_per_team ? 'yes' : 'no') },
    { label: t('firstOnly'), value: t(coupon.first_only ? 'yes' : 'no') },
    { label: t('from'), value: <Moment at={coupon.from_at} /> },
    { label: t('until'), value: <Moment at={coupon.until_at} /> },
    ...(coupon.ended_at ? [{ label: t('endedAt'), value: <Moment at={coupon.ended_at} /> }] : []),
    ...discounts.map(({ currency, amount }) => ({
      label: t('given'),
      value: <Money amount={amount} currency={currency} />,
    })),
  ]
}

function useColumns(): Column<Orders['rows'][number]>[] {
  const t = useTranslations('orders')
  return [
    {
      key: 'number',
      head: t('number'),
      main: true,
      cell: (row) => (
        <a className="link link-primary" href={`/desk/orders/${row.id}`}>
          {row.number}
        </a>
      ),
    },
    { key: 'buyer', head: t('buyer'), wide: true, cell: (row) => row.buyer_name },
    {
      key: 'total',
      end: true,
      head: t('total'),
      cell: (row) => <Money amount={row.total} currency={row.currency} />,
    },
    { key: 'state', head: t('payStatus'), cell: (row) => <OrderStateWord order={row} /> },
  ]
}
