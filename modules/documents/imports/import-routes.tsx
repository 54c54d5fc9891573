import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findHeadingToEdit, renameDocument } from '../document.ts'
import { DocumentName } from '../document-name.ts'
import { downloadName } from '../final/final-files.ts'
import { findImport, type Import, openImport } from './import.ts'
import { EditImportPage } from './views/edit-import-page.tsx'
import { ViewImportPage } from './views/view-import-page.tsx'

/** The pages of a PDF that was imported. */
export const importRoutes = routes()

importRoutes.get('/mgmt/:id/my-docs-import-view', async (c) => {
  const found = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  const content = <ViewImportPage document={found} done={c.req.query('done')} />
  return page(c, content, {
    ...{ title: found.name, shell: 'mgmt', current: 'myDocs' },
    scripts: ['views/scripts/pdf-viewer/pdf-viewer.ts'],
  })
})

importRoutes.get('/mgmt/:id/imported.pdf', async (c) => {
  const found = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  return sendAttachment(c, downloadName(found, '.pdf'), 'application/pdf', await openImport(found))
})

/**
 * For the pages of documents with a text, to which lists and mails lead: where what is asked for was imported, the way to
 * its own page. Throws the error again for everything else.
 */
export async function importInstead(c: Ctx, error: unknown): Promise<Response> {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
  const { id } = await findImport(c.var.db, viewerOf(c), c.req.param('id')!)
  return goTo(c, `/mgmt/${id}/my-docs-import-view`)
}

importRoutes.get('/mgmt/:id/my-docs-import-edit', async (c) => {
  const found = await findEditable(c)
  return editPage(c, found, { values: { name: found.name, number: found.number } })
})

const Rename = v.object({ name: DocumentName, number: DocumentName })

/** Of which field a refusal speaks. */
const TAKEN: Partial<Record<string, string>> = {
  DOCUMENT_NAME_EXISTS: 'name',
  DOCUMENT_NUMBER_EXISTS: 'number',
}

importRoutes.post('/mgmt/:id/my-docs-import-edit', async (c) => {
  const form = await readForm(c, Rename)
  const found = await findEditable(c)
  if (!form.ok) return editPage(c, found, form)
  try {
    await renameDocument(c.var.db, viewerOf(c), found.id, form.output)
  } catch (error) {
    const field = error instanceof AppError && TAKEN[error.code]
    if (!field) throw error
    return editPage(c, found, { values: form.values, problems: { [field]: (error as AppError).words } })
  }
  return goTo(c, `/mgmt/${found.id}/my-docs-import-view?done=renamed`)
})

/** Throws ACCESS_DENIED for whoever may only read, DOCUMENT_STATUS_WRONG once it is out to be signed. */
async function findEditable(c: Ctx): Promise<Import> {
  const id = c.req.param('id')!
  const found = await findImport(c.var.db, viewerOf(c), id)
  await findHeadingToEdit(c.var.db, viewerOf(c), id)
  if (found.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  return found
}

function editPage(c: Ctx, document: Import, form: FormState) {
  const title = translate(c.var.locale)('documents.import.edit')
  const content = <EditImportPage document={document} {...form} />
  return page(c, content, { title, shell: 'bare', status: form.problems ? 422 : 200 })
}
