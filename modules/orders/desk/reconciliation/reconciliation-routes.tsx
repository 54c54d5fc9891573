import { shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { addDays, isDay } from '../day.ts'
import { entryLine, entryLineHead, refundLine, unknownRefundLine } from './entry-lines.ts'
import { reconcileDay } from './reconcile.ts'
import { ReconciliationPage } from './views/reconciliation-page.tsx'

export const reconciliationRoutes = routes()

const HOME = '/desk/reconciliation'

/** The requested day; yesterday, the last complete day, by default. */
function dayIn(query: Record<string, string>): string {
  const { day = '' } = query
  return isDay(day) && day <= shanghaiDay() ? day : addDays(shanghaiDay(), -1)
}

reconciliationRoutes.get(HOME, async (c) => {
  const day = dayIn(c.req.query())
  const reconciled = await reconcileDay(c.var.db, viewerOf(c), day)
  const title = translate(c.var.locale)('desk.reconciliation.title', { day })
  const content = <ReconciliationPage day={day} reconciled={reconciled} isToday={day === shanghaiDay()} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskOrders' })
})

reconciliationRoutes.get(`${HOME}.csv`, async (c) => {
  const day = dayIn(c.req.query())
  const { entries, refunds, unknownRefunds } = await reconcileDay(c.var.db, viewerOf(c), day)
  const words = translate(c.var.locale)
  const lines = [
    entryLineHead(words),
    ...entries.map((entry) => entryLine(entry, words)),
    ...refunds.map((refund) => refundLine(refund, words)),
    ...unknownRefunds.map((refund) => unknownRefundLine(refund, words)),
  ]
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="reconciliation-${day}.csv"`)
  return c.body(BYTE_ORDER_MARK + csvLines(lines))
})
