import { useTranslations } from '#views/language.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { Offer } from '../../../packages/offer.ts'
import { SalesTabs } from '../../views/sales-tabs.tsx'

/** All packages with their current contents and prices. */
export function PackagesPage({ offers }: { offers: Offer[] }) {
  const t = useTranslations('desk.packages')
  const words = useTranslations('orders')
  const money = useMoney()
  const prices = ({ prices: all }: Offer) =>
    all.map(({ amount, currency, period }) => `${money(amount, currency)} ${t(`periods.${period}`)}`)
  const columns: Column<Offer>[] = [
    {
      key: 'name',
      head: words('packageName'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary" href={`/desk/packages/${row.code}`}>
            {words(`package.${row.code}`)}
          </a>
          <NarrowLine>
            {prices(row).map((price) => (
              <span key={price}>{price}</span>
            ))}
          </NarrowLine>
        </>
      ),
    },
    ...(['seats', 'documents_1', 'documents_2', 'esigns'] as const).map((name) => ({
      key: name,
      head: t(`columns.${name}`),
      wide: name !== 'seats',
      cell: (row: Offer) => row[name] ?? t('agreed'),
    })),
    {
      key: 'prices',
      head: t('prices'),
      wide: true,
      cell: (row) => prices(row).map((price) => <div key={price}>{price}</div>),
    },
  ]
  return (
    <>
      <SalesTabs current="packages" />
      <p className="mb-3">{t('lead')}</p>
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={words('packageName')} columns={columns} rows={offers} rowKey={(row) => row.code} />
      </div>
    </>
  )
}
