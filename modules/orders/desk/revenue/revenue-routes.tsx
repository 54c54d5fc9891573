import { shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { isDay } from '../day.ts'
import { revenueOf } from './revenue.ts'
import { revenueLines, yearLines } from './revenue-lines.ts'
import { middleOf, RevenuePage } from './views/revenue-page.tsx'
import { YearPage } from './views/year-page.tsx'
import { VAT_RATES, yearOfRevenue } from './year.ts'

export const revenueRoutes = routes()

const HOME = '/desk/revenue'

const thisMonth = () => shanghaiDay().slice(0, 7)

/** The requested month; the current month by default and for a future one. */
function monthIn({ month = '' }: Record<string, string>): string {
  return isDay(`${month}-01`) && month <= thisMonth() ? month : thisMonth()
}

revenueRoutes.get(HOME, async (c) => {
  const month = monthIn(c.req.query())
  const revenues = await revenueOf(c.var.db, viewerOf(c), month)
  const title = translate(c.var.locale)('desk.revenue.title', { month: middleOf(month) })
  const content = <RevenuePage month={month} revenues={revenues} isThisMonth={month === thisMonth()} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskOrders' })
})

revenueRoutes.get(`${HOME}.csv`, async (c) => {
  const month = monthIn(c.req.query())
  const revenues = await revenueOf(c.var.db, viewerOf(c), month)
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="revenue-${month}.csv"`)
  return c.body(BYTE_ORDER_MARK + csvLines(revenueLines(revenues, translate(c.var.locale))))
})

/** The requested year and tax rate; the current year by default and for a future one. */
function yearIn({ year = '', vat = '' }: Record<string, string>) {
  const current = shanghaiDay().slice(0, 4)
  const isYear = /^20\d\d$/.test(year) && year <= current
  const rate = VAT_RATES.find((one) => String(one) === vat) ?? VAT_RATES[0]
  return { year: isYear ? year : current, rate, isThisYear: !isYear || year === current }
}

revenueRoutes.get(`${HOME}/year`, async (c) => {
  const { year, rate, isThisYear } = yearIn(c.req.query())
  const years = await yearOfRevenue(c.var.db, viewerOf(c), year, rate)
  const title = translate(c.var.locale)('desk.revenue.year.title', { year })
  const content = <YearPage year={year} years={years} rate={rate} isThisYear={isThisYear} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskOrders' })
})

revenueRoutes.get(`${HOME}/year.csv`, async (c) => {
  const { year, rate } = yearIn(c.req.query())
  const years = await yearOfRevenue(c.var.db, viewerOf(c), year, rate)
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="revenue-${year}.csv"`)
  return c.body(BYTE_ORDER_MARK + csvLines(yearLines(years, translate(c.var.locale))))
})
