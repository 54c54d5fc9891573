import { useTranslations } from '#views/language.tsx'
import { Money } from '#views/values/money.tsx'
import type { Revenue, Series } from '../revenue.ts'
import { Pattern } from './pattern.tsx'

/** Makes a function that returns the name of a series. */
export function useSeriesName() {
  const desk = useTranslations('desk.revenue')
  const goods = useTranslations('orders.package')
  return (series: Series) => (series === 'unsettled' || series === 'refunds' ? desk(series) : goods(series))
}

/** The legend of the chart, with the sums of the month. */
export function Legend({ revenue: { currency, series, sums, total } }: { revenue: Revenue }) {
  const t = useTranslations('desk.revenue')
  const name = useSeriesName()
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li className="font-medium">
        {t('total')} <Money amount={total} currency={currency} />
      </li>
      {series.map((one) => (
        <li key={one} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 120 120" className="size-3.5 shrink-0" aria-hidden="true">
            <defs>
              <Pattern id={`key-${currency}-${one}`} series={one} />
            </defs>
            <rect width="120" height="120" fill={`url(#key-${currency}-${one})`} />
          </svg>
          {name(one)} <Money amount={sums[one]!} currency={currency} />
        </li>
      ))}
    </ul>
  )
}
