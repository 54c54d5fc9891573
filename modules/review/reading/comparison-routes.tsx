import { findDocument } from '#modules/documents/index.ts'
import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { listVersions, textBetween } from './comparison.ts'
import { ComparisonPage } from './views/comparison-page.tsx'

/** Any two versions of a document beside each other. */
export const comparisonRoutes = routes()

comparisonRoutes.get('/mgmt/:id/comparison', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  const versions = await listVersions(c.var.db, document)
  const { from, to, show } = c.req.query()
  const props = textBetween(document, versions, { from, to })
  const content = <ComparisonPage {...{ document, versions, ...props }} changesOnly={show !== 'all'} />
  const title = translate(c.var.locale)('review.comparison.title')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})
