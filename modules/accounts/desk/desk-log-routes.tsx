import { Readable } from 'node:stream'
import { type Locale, languages, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { momentText } from '#views/values/moment.tsx'
import { requireAccountsDesk } from './desk-accounts.ts'
import { type LogFilter, type LoggedAction, readDeskLog, readLogFilter } from './desk-log.ts'
import { changeWords, type InLanguage } from './views/change-words.ts'
import { DeskLogPage } from './views/desk-log-page.tsx'

export const deskLogRoutes = routes()

deskLogRoutes.get('/desk/log', async (c) => {
  const filter = readLogFilter(c.req.query())
  const entries = await readDeskLog(c.var.db, viewerOf(c), { filter })
  const title = translate(c.var.locale)('desk.log')
  const content = <DeskLogPage {...entries} filter={filter} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskLog' })
})

deskLogRoutes.get('/desk/log.csv', (c) => {
  const viewer = viewerOf(c)
  // Checks the permission before the first byte is sent.
  requireAccountsDesk(viewer)
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', 'attachment; filename="staff-log.csv"')
  const lines = csvOf(c.var.db, viewer, readLogFilter(c.req.query()), c.var.locale)
  return c.body(Readable.toWeb(Readable.from(lines)) as ReadableStream)
})

const HEADS = ['at', 'who', 'approver', 'what', 'subject', 'changes', 'reason'] as const

/** Writes the file page by page, so that the whole log is never in memory. */
async function* csvOf(db: Db, viewer: Viewer, filter: LogFilter, locale: Locale) {
  const t = translate(locale)
  const language = { ...languages[locale], t }
  const encoder = new TextEncoder()
  yield encoder.encode(BYTE_ORDER_MARK + csvLines([HEADS.map((head) => t(`desk.logColumns.${head}`))]))
  for (let before = ''; ; ) {
    const { rows, next } = await readDeskLog(db, viewer, { filter: { ...filter, before }, size: 500 })
    yield encoder.encode(csvLines(rows.map((row) => lineOf(row, language))))
    if (!next) return
    before = next
  }
}

const lineOf = (row: LoggedAction, language: InLanguage) => [
  momentText(row.at),
  row.staffName,
  row.approverName ?? '',
  language.t(`desk.action.${row.action}`),
  [row.accountName, row.subject].filter(Boolean).join(' · '),
  row.changes.map((change) => changeWords(change, language)).join('; '),
  row.reason,
]
