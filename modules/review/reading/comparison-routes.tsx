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
  const { document, versions, versionPair } = await readVersions(c)
  const text = textBetween(document, versionPair)
  const changesOnly = c.req.query('show') !== 'all'
  const content = (
    <ComparisonPage
      document={document}
      versions={versions}
      {...versionPair}
      text={text}
      changesOnly={changesOnly}
    />
  )
  const title = translate(c.var.locale)('review.comparison.title')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

for (const form of ['pdf', 'docx'] as const) {
  comparisonRoutes.get(`/mgmt/:id/comparison.${form}`, async (c) => {
    const { document, versionPair } = await readVersions(c)
    const notes = {
      ...describeVersions(document, versionPair),
      author: versionPair.to.sender ?? viewerOf(c).teamName,
      changesOnly: c.req.query('show') !== 'all',
    }
    const versions = { before: versionPair.from, after: versionPair.to }
    const fileOptions = { form, at: versionPair.to.sentAt ?? document.updated_at }
    const bytes = await comparisonFile(document, versions, notes, fileOptions)
    return sendFile(c, document, form, bytes, 'compared')
  })
}

async function readVersions(c: Ctx) {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id')!)
  const versions = await listVersions(c.var.db, document)
  return { document, versions, versionPair: requestedVersions(versions, c.req.query()) }
}
