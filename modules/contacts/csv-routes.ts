import { Readable } from 'node:stream'
import { consumePoint } from '#src/auth/rate-limit.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK } from '#src/files/csv/write-csv.ts'
import { routes, viewerOf } from '#src/http/web.ts'
import { csvHead, csvLines } from './csv.ts'
import { listContacts, readFilter } from './list.ts'

export const csvRoutes = routes()

/** The limit for files that one person downloads. */
const DOWNLOADS = { name: 'contacts-csv', points: 60, per: 3600 }

csvRoutes.get('/mgmt/contacts/contacts.csv', async (c) => {
  await consumePoint(DOWNLOADS, viewerOf(c).id)
  const filter = readFilter(c.req.query())
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="contacts-${filter.type}.csv"`)
  const head = BYTE_ORDER_MARK + csvHead(c.var.locale)
  return c.body(
    Readable.toWeb(Readable.from(encodedCsv(head, c.var.db, viewerOf(c), filter))) as ReadableStream,
  )
})

/** Encodes page by page, so that the whole address book is never in memory. */
async function* encodedCsv(head: string, db: Db, viewer: Viewer, filter: ReturnType<typeof readFilter>) {
  const encoder = new TextEncoder()
  yield encoder.encode(head)
  for (let cursor = ''; ; ) {
    const { rows, next } = await listContacts(db, viewer, { ...filter, after: cursor, before: '' }, 1000)
    yield encoder.encode(csvLines(rows))
    if (!next) return
    cursor = next
  }
}
