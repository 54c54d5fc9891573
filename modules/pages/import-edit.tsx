import { requirePermission } from '#modules/accounts/index.ts'
import { EditImportPage, findSignable, maySend, readImportForm, saveImport } from '#modules/imports/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'

/** Edits the name, number and parties of an imported PDF. */
export const importEditRoutes = routes()

importEditRoutes.get('/mgmt/:id/my-docs-import-edit', async (c) => {
  const document = await findEditable(c)
  const { name, number, answers } = document
  const parties = answers.parties.map((party) => party.name).join('\n')
  return editPage(c, document, { values: { name, number, parties: parties.trim() } })
})

/** The field that shows the error. */
const FIELD_OF_ERROR: Partial<Record<string, string>> = {
  DOCUMENT_NAME_EXISTS: 'name',
  DOCUMENT_NUMBER_EXISTS: 'number',
}

importEditRoutes.post('/mgmt/:id/my-docs-import-edit', async (c) => {
  const form = await readImportForm(c)
  const document = await findEditable(c)
  if (document.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  if (!form.ok) return editPage(c, document, form)
  try {
    await saveImport(c.var.db, viewerOf(c), document.id, form.output)
  } catch (error) {
    const field = error instanceof AppError && FIELD_OF_ERROR[error.code]
    if (!field) throw error
    const problems = { [field]: (error as AppError).words }
    return editPage(c, document, { values: form.values, problems })
  }
  return goTo(c, `/mgmt/${document.id}/my-docs-import-view?done=renamed`)
})

/**
 * Throws ACCESS_DENIED for viewers who may only read, and DOCUMENT_STATUS_WRONG during and after signing.
 * After a signing that ended unsigned, the document can be edited again.
 */
async function findEditable(c: Ctx) {
  const document = await findSignable(c.var.db, viewerOf(c), c.req.param('id')!)
  const { imported } = document
  if (!imported) throw new AppError('NOT_FOUND')
  requirePermission(viewerOf(c), 'document.create')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  return { ...document, imported }
}

function editPage(c: Ctx, document: Awaited<ReturnType<typeof findEditable>>, form: FormState) {
  const maySign = viewerOf(c).permissions.includes('document.sign')
  return page(c, <EditImportPage document={document} maySign={maySign} {...form} />, {
    title: translate(c.var.locale)('documents.import.edit'),
    shell: 'bare',
    status: form.problems ? 422 : 200,
  })
}
