import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { SalesTabs } from '../../desk/views/sales-tabs.tsx'
import type { ListedCoupon } from '../coupon.ts'
import { CouponForm } from './coupon-form.tsx'
import { CouponState, useWorth } from './coupon-words.tsx'

interface Props extends FormState {
  rows: ListedCoupon[]
  next: string | null
  done?: string
}

/** All coupons, and the form for a new one. */
export function CouponsPage({ rows, next, done, ...formState }: Props) {
  const t = useTranslations('desk.coupons')
  const columns = useColumns()
  return (
    <>
      <SalesTabs current="coupons" done={done} />
      <p className="mb-3 max-w-prose">{t('lead')}</p>
      <div className="grid items-start gap-4 2xl:grid-cols-[3fr_2fr]">
        <div className="rounded-box border border-base-300 bg-base-100">
          {rows.length ? (
            <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
          ) : (
            <Empty icon="search" title={t('none')} />
          )}
          {next && (
            <p className="p-4">
              <a className="link link-primary" href={`/desk/coupons?before=${next}`}>
                {t('older')}
              </a>
            </p>
          )}
        </div>
        <Panel title={t('new')}>
          <CouponForm {...formState} />
        </Panel>
      </div>
    </>
  )
}

function useColumns(): Column<ListedCoupon>[] {
  const t = useTranslations('desk.coupons')
  const worthOf = useWorth()
  const uses = ({ uses: count, most_uses: max }: ListedCoupon) =>
    max === null ? String(count) : t('usesOf', { uses: count, max })
  return [
    {
      key: 'code',
      head: t('code'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary" href={`/desk/coupons/${row.id}`}>
            {row.code}
          </a>
          <NarrowLine>
            <span>{uses(row)}</span>
            <Moment at={row.until_at} />
          </NarrowLine>
        </>
      ),
    },
    { key: 'worth', head: t('worth'), cell: (row) => worthOf(row) },
    { key: 'uses', head: t('uses'), wide: true, cell: (row) => uses(row) },
    { key: 'until', head: t('until'), wide: true, cell: (row) => <Moment at={row.until_at} /> },
    { key: 'state', head: t('stateLabel'), cell: (row) => <CouponState coupon={row} /> },
  ]
}
