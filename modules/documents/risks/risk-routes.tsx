import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { findDocument } from '../document.ts'
import { redirectToImport } from '../import-redirect.ts'
import { RiskPage } from './risk-page.tsx'

/** One page for the person who approves a document: what differs from the template, or is risky. */
export const riskRoutes = routes()

riskRoutes.get('/mgmt/:id/risks', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id')).catch((error) =>
    redirectToImport(c, error),
  )
  if (document instanceof Response) return document
  return page(c, <RiskPage document={document} />, {
    title: translate(c.var.locale)('documents.risks.title'),
    shell: 'mgmt',
    current: 'myDocs',
    scripts: ['views/scripts/print-script.ts'],
  })
})
