import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { OrderStateWord, useGoods } from '../../../ordering/views/order-parts.tsx'
import { type MethodName, ORDER_STATES } from '../../../schema.ts'
import { SalesTabs } from '../../views/sales-tabs.tsx'
import { type OrderFilter, type OrderHit, ordersPath } from '../order-search.ts'

interface Props {
  rows: OrderHit[]
  next: string | null
  filter: OrderFilter
  /** The payment methods by which the list can be filtered. */
  methods: MethodName[]
}

/** All orders, newest first. */
export function DeskOrdersPage({ rows, next, filter, methods }: Props) {
  const t = useTranslations('desk')
  const columns = useColumns()
  return (
    <>
      <SalesTabs current="orders" />
      <Filters filter={filter} methods={methods} />
      <div id="order-list">
        <p className="mb-2 flex flex-wrap gap-x-6 text-sm">
          {filter.team && (
            <span>
              {rows[0]?.teamName ?? t('sales.ofTeam')}{' '}
              <a className="link" href={ordersPath(filter, { team: '' })}>
                {t('sales.allTeams')}
              </a>
            </span>
          )}
          <a className="link link-primary" href={ordersPath(filter, {}, '.csv')}>
            {t('sales.export')}
          </a>
        </p>
        <div className="rounded-box border border-base-300 bg-base-100">
          {rows.length ? (
            <Table caption={t('sales.orders')} columns={columns} rows={rows} rowKey={(row) => row.id} />
          ) : (
            <Empty icon="search" title={t('sales.noOrders')}>
              <a className="link" href="/desk/orders">
                {t('sales.allOrders')}
              </a>
            </Empty>
          )}
        </div>
        <PageLinks
          first={ordersPath(filter)}
          previous={filter.before ? ordersPath(filter) : null}
          next={next && ordersPath(filter, { before: next })}
        />
      </div>
    </>
  )
}

function Filters({ filter, methods }: Pick<Props, 'filter' | 'methods'>) {
  const t = useTranslations('desk')
  const words = useTranslations('orders')
  const menus = [
    {
      name: 'state',
      label: t('state'),
      options: [
        ...ORDER_STATES.map((one) => [one, words(`state.${one}`)] as const),
        ['slip', t('filterSlip')] as const,
        ['refunded', words('refundedFilter')] as const,
      ],
    },
    { name: 'method', label: words('method'), options: methods.map((one) => [one, words(`methods.${one}`)]) },
  ] as const
  return (
    <FilterForm action="/desk/orders" list="order-list">
      {filter.team && <input type="hidden" name="team" value={filter.team} />}
      <SearchBox label={t('sales.search')} value={filter.keyword} className="w-full sm:w-72" />
      {menus.map(({ name, label, options }) => (
        <label key={name} className="text-sm max-sm:w-full">
          <span className="block">{label}</span>
          <select name={name} defaultValue={filter[name]} className="select w-full sm:w-40">
            <option value="">{t('any')}</option>
            {options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {(['since', 'until'] as const).map((end) => (
        <label key={end} className="text-sm max-sm:w-[calc(50%-0.375rem)]">
          <span className="block">{t(`sales.${end}`)}</span>
          <input name={end} type="date" defaultValue={filter[end]} className="input w-full sm:w-40" />
        </label>
      ))}
    </FilterForm>
  )
}

function useColumns(): Column<OrderHit>[] {
  const t = useTranslations('orders')
  const team = useTranslations('desk')('team')
  const goods = useGoods()
  return [
    {
      key: 'number',
      head: t('number'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary sm:whitespace-nowrap" href={`/desk/orders/${row.id}`}>
            {row.number}
          </a>
          <NarrowLine>
            <span>{row.teamName}</span>
            <span>{goods(row)}</span>
            <span>{t(`methods.${row.method}`)}</span>
          </NarrowLine>
        </>
      ),
    },
    { key: 'team', head: team, wide: true, cell: (row) => row.teamName },
    { key: 'created', head: t('createdAt'), wide: true, cell: (row) => <Moment at={row.created_at} /> },
    { key: 'goods', head: t('goods.label'), wide: true, cell: goods },
    {
      key: 'total',
      end: true,
      head: t('total'),
      short: true,
      cell: (row) => <Money amount={row.total} currency={row.currency} />,
    },
    { key: 'method', head: t('method'), wide: true, cell: (row) => t(`methods.${row.method}`) },
    { key: 'state', head: t('payStatus'), cell: (row) => <OrderStateWord order={row} /> },
  ]
}
