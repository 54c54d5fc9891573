import { shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { isDay } from '../day.ts'
import { revenueOf } from './revenue.ts'
import { revenueLines } from './revenue-lines.ts'
import { middleOf, RevenuePage } from './views/revenue-page.tsx'

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
