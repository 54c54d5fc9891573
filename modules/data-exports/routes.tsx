import { shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import { requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { beginDataExport, findDataExport, openDataExport, removeDataExport } from './data-export.ts'
import './data-export-sweep.ts'
import { DataExportPage, DataExportState } from './views/data-export-page.tsx'

/**
 * The pages of a person's data export: everything that we store about them as one archive, made by a job and
 * available for a day.
 */
export const dataExportRoutes = routes()

const PAGE = '/mgmt/acct-info/export'

async function exportPage(c: Ctx, { isGone = false } = {}) {
  const latestExport = await findDataExport(c.var.db, viewerOf(c))
  if (isFragmentRequest(c)) return fragment(c, <DataExportState latest={latestExport} />)
  const title = translate(c.var.locale)('dataExports.title')
  const content = <DataExportPage latest={latestExport} isGone={isGone} viewer={viewerOf(c)} />
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo', status: isGone ? 410 : 200 })
}

dataExportRoutes.get(PAGE, (c) => exportPage(c))

dataExportRoutes.post(PAGE, async (c) => {
  await requireForm(c)
  await beginDataExport(c.var.db, viewerOf(c), c.var.locale)
  return goTo(c, PAGE)
})

dataExportRoutes.get(`${PAGE}/:id/file`, async (c) => {
  const viewer = viewerOf(c)
  const archive = await openDataExport(c.var.db, viewer, c.req.param('id'))
  if (!archive) return exportPage(c, { isGone: true })
  const day = shanghaiDay(archive.at)
  const name = translate(c.var.locale)('dataExports.fileName', { username: viewer.username, day })
  c.header('Content-Length', String(archive.size))
  return sendAttachment(c, `${name}.zip`, 'application/zip', archive.content)
})

dataExportRoutes.post(`${PAGE}/:id/removal`, async (c) => {
  await requireForm(c)
  await removeDataExport(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, PAGE)
})
