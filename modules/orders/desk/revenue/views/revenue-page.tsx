import { useTranslations } from '#views/language.tsx'
import { Empty, Panel } from '#views/parts.tsx'
import { SalesTabs } from '../../views/sales-tabs.tsx'
import { addMonths, type Revenue } from '../revenue.ts'
import { Legend } from './legend.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { RevenueTable } from './revenue-table.tsx'

interface Props {
  /** yyyy-MM in Shanghai. */
  month: string
  revenues: Revenue[]
  isThisMonth: boolean
}

/** A time in the middle of a month, which is in this month in every time zone. */
export const middleOf = (month: string) => Date.parse(`${month}-15`)

const revenuePath = (month: string) => `/desk/revenue?month=${month}`

/** A month's revenue by day and package: a chart and its table, for each currency. */
export function RevenuePage({ month, revenues, isThisMonth }: Props) {
  const t = useTranslations('desk.revenue')
  return (
    <>
      <SalesTabs current="revenue" />
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 className="font-serif text-lg">{t('title', { month: middleOf(month) })}</h2>
        <nav aria-label={t('months')} className="flex flex-wrap gap-2">
          <a className="btn btn-sm btn-outline" href={`/desk/revenue/year?year=${month.slice(0, 4)}`}>
            {t('byYear')}
          </a>
          <a className="btn btn-sm btn-outline" rel="prev" href={revenuePath(addMonths(month, -1))}>
            {t('monthBefore')}
          </a>
          {!isThisMonth && (
            <a className="btn btn-sm btn-outline" rel="next" href={revenuePath(addMonths(month, 1))}>
              {t('monthAfter')}
            </a>
          )}
        </nav>
      </div>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('lead')}</p>
      {revenues.map((revenue) => (
        <div key={revenue.currency} className="mb-4">
          <Panel title={t(`in.${revenue.currency}`)}>
            {revenue.series.length ? (
              <RevenueDetails revenue={revenue} />
            ) : (
              <Empty icon="search" title={t('nothing')} />
            )}
          </Panel>
        </div>
      ))}
      <p className="text-sm">
        <a className="link link-primary" href={`/desk/revenue.csv?month=${month}`}>
          {t('export')}
        </a>
      </p>
    </>
  )
}

function RevenueDetails({ revenue }: { revenue: Revenue }) {
  return (
    <>
      <Legend revenue={revenue} />
      <RevenueChart revenue={revenue} />
      <RevenueTable revenue={revenue} />
    </>
  )
}
