import { byTemplate } from '#modules/documents/index.ts'
import {
  findEntry,
  findHistory,
  libraryEntries,
  listDrafts,
  TemplatePage,
  TemplatesPage,
} from '#modules/templates/index.ts'
import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'

/** The template library for staff, with the number of documents made from each template. */
export const deskTemplatesRoutes = routes()

const FRAME = { shell: 'mgmt', current: 'deskTemplates' } as const

deskTemplatesRoutes.get('/desk/templates', async (c) => {
  const documentCounts = await byTemplate.count(c.var.db)
  const drafts = await listDrafts(c.var.db)
  const content = <TemplatesPage entries={libraryEntries()} documentCounts={documentCounts} drafts={drafts} />
  return page(c, content, { title: translate(c.var.locale)('publishing.title'), ...FRAME })
})

deskTemplatesRoutes.get('/desk/templates/:id', async (c) => {
  const entry = findEntry(c.req.param('id'))
  const { code } = entry.template
  const history = await findHistory(c.var.db, entry)
  const documentCount = (await byTemplate.count(c.var.db, code)).get(code) ?? 0
  const content = (
    <TemplatePage entry={entry} history={history} documentCount={documentCount} done={c.req.query('done')} />
  )
  return page(c, content, { title: translate(c.var.locale)('publishing.pageTitle'), ...FRAME })
})
