import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { usageKindOf, usesLeft } from '#modules/orders/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { readForm, requireForm } from '#src/http/body.ts'
import { safePath } from '#src/http/security.ts'
import { goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findDocument, findHeading } from '../document.ts'
import { copyDocument, hideNote, mayRevise } from './copy.ts'
import { deleteDraft, mayDelete, restoreDraft } from './deletion.ts'
import { CopyForm, DeletionForm } from './views/draft-forms.tsx'

/** Routes to copy, delete and restore drafts. */
export const draftRoutes = routes()

const LIST_PATH = '/mgmt/my-docs'

for (const copyKind of ['copy', 'revision'] as const) {
  draftRoutes.get(`/mgmt/:id/${copyKind}`, async (c) => {
    const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id')!)
    requirePermission(viewerOf(c), 'document.create')
    if (copyKind === 'revision' && !mayRevise(document.status)) throw new AppError('DOCUMENT_STATUS_WRONG')
    const title = translate(c.var.locale)(`documents.copying.${copyKind}.title`)
    const uses = await usesLeft(c.var.db, viewerOf(c), usageKindOf(document.template))
    const form = <CopyForm document={document} as={copyKind} uses={uses} />
    return actionPage(c, { title, form, current: 'myDocs' })
  })

  draftRoutes.post(`/mgmt/:id/${copyKind}`, async (c) => {
    await requireForm(c)
    const id = await copyDocument(c.var.db, viewerOf(c), c.req.param('id')!, copyKind)
    return goTo(c, `/mgmt/${id}/edit-doc`)
  })
}

draftRoutes.get('/mgmt/:id/deletion', async (c) => {
  const document = await findHeading(c.var.db, viewerOf(c), c.req.param('id'))
  requirePermission(viewerOf(c), 'document.create')
  if (!mayDelete(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  const formKey = document.kind === 'imported' ? 'import.deletion' : 'deletion'
  const title = translate(c.var.locale)(`documents.${formKey}.title`)
  const form = <DeletionForm document={document} back={listPathWith(c.req.query('back'))} />
  return actionPage(c, { title, form, current: 'myDocs' })
})

const BackForm = v.object({ back: v.optional(v.string(), '') })

draftRoutes.post('/mgmt/:id/deletion', async (c) => {
  const form = await readForm(c, BackForm)
  const id = c.req.param('id')
  await deleteDraft(c.var.db, viewerOf(c), id)
  return goTo(c, listPathWith(form.values.back, { deleted: id }))
})

draftRoutes.post('/mgmt/:id/restoration', async (c) => {
  const form = await readForm(c, BackForm)
  const id = c.req.param('id')
  await restoreDraft(c.var.db, viewerOf(c), id)
  return goTo(c, listPathWith(form.values.back, { restored: id }))
})

/** The list page that the person came from, with the latest action instead of an earlier one. */
function listPathWith(path: string | undefined, done: { deleted?: string; restored?: string } = {}): string {
  const address = new URL(safePath(path, LIST_PATH), 'http://own.invalid')
  const { pathname, searchParams } = address.pathname === LIST_PATH ? address : new URL(LIST_PATH, address)
  searchParams.delete('deleted')
  searchParams.delete('restored')
  for (const [name, id] of Object.entries(done)) searchParams.set(name, id)
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}

const PageForm = v.object({ page: v.optional(v.picklist(['view-doc', 'edit-doc']), 'view-doc') })

draftRoutes.post('/mgmt/:id/note-dismissal', async (c) => {
  const form = await readForm(c, PageForm)
  const id = c.req.param('id')
  await hideNote(c.var.db, viewerOf(c), id)
  if (isFragmentRequest(c)) return c.body(null, 200)
  return goTo(c, `/mgmt/${id}/${form.ok ? form.output.page : 'view-doc'}`)
})
