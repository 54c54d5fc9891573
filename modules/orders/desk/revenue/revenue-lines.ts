import type { Translate } from '#src/core/i18n.ts'
import { decimal, type Money } from '#src/core/money.ts'
import { type Revenue, SERIES, type Series } from './revenue.ts'
import type { YearOfRevenue } from './year.ts'

/** The name of a series. */
export const seriesName = (t: Translate, series: Series) =>
  series === 'unsettled' || series === 'refunds' ? t(`desk.revenue.${series}`) : t(`orders.package.${series}`)

/** The lines of a CSV file for a year: one for each month and currency, and their sums. */
export function yearLines(years: YearOfRevenue[], t: Translate): string[][] {
  const KEYS = ['received', 'unsettled', 'earned', 'deferred', 'owed', 'vat', 'net'] as const
  const head = KEYS.map((key) => t(`desk.revenue.year.${key}`))
  const line = (total: YearOfRevenue['total']) => KEYS.map((key) => decimal(total[key]))
  return [
    [t('desk.revenue.year.month'), t('desk.sales.currency'), ...head],
    ...years.flatMap(({ currency, months, total }) => [
      ...months.map((month) => [month.month, currency, ...line(month)]),
      [t('desk.revenue.total'), currency, ...line(total)],
    ]),
  ]
}

/** The lines of a CSV file for a month: one for each day and currency, and their sums. */
export function revenueLines(revenues: Revenue[], t: Translate): string[][] {
  const names = SERIES.map((series) => seriesName(t, series))
  const amounts = (amounts: Partial<Record<Series, Money>>) =>
    SERIES.map((series) => decimal(amounts[series] ?? 0n))
  return [
    [t('desk.revenue.day'), t('desk.sales.currency'), ...names, t('desk.revenue.total')],
    ...revenues.flatMap(({ currency, days, sums, total }) => [
      ...days.map(({ day, amounts: of, total }) => [day, currency, ...amounts(of), decimal(total)]),
      [t('desk.revenue.total'), currency, ...amounts(sums), decimal(total)],
    ]),
  ]
}
