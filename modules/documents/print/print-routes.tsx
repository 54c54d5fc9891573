import type { Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { DRAFT, watermarkOf } from '#modules/printing/index.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { listActions } from '../audit-log.ts'
import { findDocument } from '../document.ts'
import { redirectToImport } from '../import-redirect.ts'
import { lastSigningIn } from '../last-signing.ts'
import { isFinal } from '../status.ts'
import { PrintPage } from './print-page.tsx'

/** A document as a page for printing in the browser: only the text. */
export const printRoutes = routes()

printRoutes.get('/mgmt/:id/print-doc', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id')).catch((error) =>
    redirectToImport(c, error),
  )
  if (document instanceof Response) return document
  const { status } = document
  const actions =
    status === 'signing' || status === 'completed' ? await listActions(c.var.db, document.id) : []
  const tree = assemble(document)
  const printedSide = tree.sides.length > 1 ? sideIn(c.req.query('language')) : undefined
  const content = (
    <PrintPage
      document={document}
      tree={printedSide ? { ...tree, sides: [printedSide] } : tree}
      sides={tree.sides}
      printedSide={printedSide}
      mark={isFinal(status) ? watermarkOf(document) : DRAFT}
      signedParties={lastSigningIn(actions)?.signed}
    />
  )
  return page(c, content, {
    title: document.name,
    shell: 'bare',
    scripts: ['views/scripts/print-script.ts'],
  })
})

const sideIn = (text: string | undefined): Side | undefined =>
  text === 'zh' || text === 'en' ? text : undefined
