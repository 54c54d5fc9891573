import { downloadName } from '#modules/printing/index.ts'
import { translate } from '#src/core/i18n.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { readLog } from '../audit-log.ts'
import { findHeading } from '../document.ts'
import { ActionLogPage } from '../views/action-log-page.tsx'
import { logJson } from './log-json.ts'
import { logTable } from './log-lines.ts'
import { printLog } from './log-paper.ts'

/** The audit log of a document, as a page and as a file. */
export const logRoutes = routes()

async function logOf(c: Ctx) {
  const document = await findHeading(c.var.db, viewerOf(c), c.req.param('id')!)
  return { document, ...(await readLog(c.var.db, document.id)) }
}

logRoutes.get('/mgmt/:id/action-log', async (c) => {
  const title = translate(c.var.locale)('documents.actionLog')
  return page(c, <ActionLogPage {...(await logOf(c))} />, { title, shell: 'mgmt', current: 'myDocs' })
})

const nameOf = (c: Ctx, document: { name: string; number: string }, ending: string) =>
  downloadName(document, ` ${translate(c.var.locale)('documents.actionLog')}.${ending}`)

logRoutes.get('/mgmt/:id/action-log.csv', async (c) => {
  const { document, actions, fault } = await logOf(c)
  const lines = csvLines(logTable(actions, fault, translate(c.var.locale)))
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + lines)
  return sendAttachment(c, nameOf(c, document, 'csv'), 'text/csv; charset=utf-8', bytes)
})

logRoutes.get('/mgmt/:id/action-log.json', async (c) => {
  const { document, actions } = await logOf(c)
  const bytes = new TextEncoder().encode(logJson(document, actions))
  return sendAttachment(c, nameOf(c, document, 'json'), 'application/json', bytes)
})

logRoutes.get('/mgmt/:id/action-log.pdf', async (c) => {
  const { document, actions, fault } = await logOf(c)
  const bytes = await printLog(document, actions, fault, c.var.locale)
  return sendAttachment(c, nameOf(c, document, 'pdf'), 'application/pdf', bytes)
})
