import { Readable } from 'node:stream'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { routes, viewerOf } from '#src/http/web.ts'
import { momentText } from '#views/values/moment.tsx'
import { goodsOf } from './goods.ts'
import { shownState } from './order.ts'
import { listOrders, type OrderRow } from './order-list.ts'

/** The orders of a team as a file for its books. */
export const orderCsvRoutes = routes()

/** The limit for files that one person downloads. */
const DOWNLOAD_LIMIT = { name: 'orders-csv', points: 60, per: 3600 }

const PAGE_SIZE = 500

orderCsvRoutes.get('/mgmt/order-record/orders.csv', async (c) => {
  const viewer = viewerOf(c)
  await consumePoint(DOWNLOAD_LIMIT, viewer.id)
  const name = translate(c.var.locale)('orders.record.title')
  const table = Readable.from(orderTable(c.var.db, viewer, c.var.locale))
  return sendAttachment(c, `${name}.csv`, 'text/csv; charset=utf-8', Readable.toWeb(table) as ReadableStream)
})

const COLUMNS = [
  'orders.number',
  'orders.createdAt',
  'orders.packageName',
  'orders.quantity',
  'orders.unitPrice',
  'orders.total',
  'desk.refunds.refunded',
  'desk.sales.currency',
  'orders.method',
  'orders.payStatus',
  'orders.paidAt',
] as const

/** All orders that the viewer may see, loaded page by page to limit memory. */
async function* orderTable(db: Db, viewer: Viewer, locale: Locale) {
  const encoder = new TextEncoder()
  const t = translate(locale)
  yield encoder.encode(BYTE_ORDER_MARK + csvLines([COLUMNS.map((key) => t(key))]))
  for (let before = ''; ; ) {
    const { rows, next } = await listOrders(db, viewer, before, PAGE_SIZE)
    yield encoder.encode(csvLines(rows.map((row) => lineOf(row, locale))))
    if (!next) return
    before = next
  }
}

function lineOf(row: OrderRow, locale: Locale): string[] {
  const t = translate(locale)
  return [
    row.number,
    momentText(row.created_at),
    goodsOf(t, row),
    String(row.quantity),
    decimal(row.unit_price),
    decimal(row.total),
    decimal(row.refunded),
    row.currency,
    t(`orders.methods.${row.method}`),
    t(`orders.state.${shownState(row)}`),
    row.paid_at ? momentText(row.paid_at) : '',
  ]
}
