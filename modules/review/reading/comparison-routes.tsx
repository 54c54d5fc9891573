import { comparisonFile, findDocument } from '#modules/documents/index.ts'
import { sendFile } from '#modules/printing/index.ts'
import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { describeVersions, listVersions, requestedVersions, textBetween } from './comparison.ts'
import { ComparisonPage } from './views/comparison-page.tsx'

/** Compares any two versions of a document, as a page and as a file. */
export const comparisonRoutes = routes()

comparisonRoutes.get('/mgmt/:id/comparison', async (c) => {
  const { document, versions, two } = await readVersions(c)
  const text = textBetween(document, two)
  const changesOnly = c.req.query('show') !== 'all'
  const content = (
    <ComparisonPage document={document} versions={versions} {...two} text={text} changesOnly={changesOnly} />
  )
  const title = translate(c.var.locale)('review.comparison.title')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

for (const form of ['pdf', 'docx'] as const) {
  comparisonRoutes.get(`/mgmt/:id/comparison.${form}`, async (c) => {
    const { document, two } = await readVersions(c)
    const notes = {
      ...describeVersions(document, two),
      author: two.to.by ?? viewerOf(c).teamName,
      changesOnly: c.req.query('show') !== 'all',
    }
    const versions = { before: two.from, after: two.to }
    const made = { form, at: two.to.at ?? document.updated_at }
    const bytes = await comparisonFile(document, versions, notes, made)
    return sendFile(c, document, form, bytes, 'compared')
  })
}

async function readVersions(c: Ctx) {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id')!)
  const versions = await listVersions(c.var.db, document)
  return { document, versions, two: requestedVersions(versions, c.req.query()) }
}
