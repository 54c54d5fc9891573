import { requirePermission } from '#modules/accounts/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, readJson, requireForm } from '#src/http/body.ts'
import { answer } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { PICTURE_PATH, picturesAt, sendPagePicture } from '#src/http/pictures/page-picture.ts'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findPreviewFile, type PreviewAnswer, previewOf } from './preview.ts'
import { allProviders } from './providers/registry.ts'
import { AddressForm as Address, correctAddress, findUnreached } from './running/address-correction.ts'
import { deskSigningRoutes } from './running/desk-routes.tsx'
import { findSigning, ownLink, remindSignatory } from './running/progress.ts'
import { sealingRoutes } from './seals/sealing-routes.tsx'
import { SettingSchema, storeSetting } from './setting.ts'
import { startSigning } from './signing.ts'
import { verificationRoutes } from './verification/verification-routes.tsx'
import { AddressForm } from './views/address-form.tsx'
import { SigningPage } from './views/signing-page.tsx'

type Unreached = NonNullable<Awaited<ReturnType<typeof findUnreached>>>

export const signingRoutes = routes()

signingRoutes.put('/mgmt/:id/signatories', async (c) => {
  const { signatories } = await readJson(c, SettingSchema)
  await storeSetting(c.var.db, viewerOf(c), c.req.param('id'), signatories)
  return answer(c, null)
})

/** The preview for choosing signature places. */
signingRoutes.get('/mgmt/:id/signing-preview', async (c) => {
  const document = await findSettable(c)
  const { file, boxes, hasBlocks, blocks } = await previewOf(c.var.db, document)
  const pictures = picturesAt(`/mgmt/${document.id}/signing-preview`, file.sha256)
  return answer(c, { pictures, boxes, hasBlocks, blocks } satisfies PreviewAnswer)
})

signingRoutes.get(`/mgmt/:id/signing-preview/${PICTURE_PATH}`, async (c) => {
  const document = await findSettable(c)
  return sendPagePicture(c, await findPreviewFile(c.var.db, document, c.req.param('file')!))
})

/**
 * Throws ACCESS_DENIED when the viewer may not send documents, DOCUMENT_STATUS_WRONG when this one cannot be
 * sent.
 */
async function findSettable(c: Ctx) {
  const document = await findSignable(c.var.db, viewerOf(c), c.req.param('id')!)
  requirePermission(viewerOf(c), 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  return document
}

signingRoutes.post('/mgmt/:id/signing', async (c) => {
  await requireForm(c)
  await startSigning(c.var.db, viewerOf(c), c.req.param('id'), c.var.locale)
  return goTo(c, `/mgmt/${c.req.param('id')}/signing`)
})

signingRoutes.get('/mgmt/:id/signing', async (c) => {
  const found = await findSigning(c.var.db, viewerOf(c), c.req.param('id'))
  const content = <SigningPage {...found} viewer={viewerOf(c)} />
  if (isFragmentRequest(c)) return fragment(c, content)
  const title = translate(c.var.locale)('signing.progress')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

signingRoutes.post('/mgmt/:id/reminder', async (c) => {
  await requireForm(c)
  await remindSignatory(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `/mgmt/${c.req.param('id')}/signing`)
})

function addressPage(c: Ctx, unreached: Unreached, form: FormState, status: 200 | 409 | 422 | 429 = 200) {
  const { found, invited } = unreached
  const props = { ...form, documentId: found.document.id, signatory: invited }
  const title = translate(c.var.locale)('signing.refused.title')
  return actionPage(c, { title, form: <AddressForm {...props} />, status, current: 'myDocs' })
}

signingRoutes.get('/mgmt/:id/signatory-address', async (c) => {
  const unreached = await findUnreached(c.var.db, viewerOf(c), c.req.param('id'))
  return unreached ? addressPage(c, unreached, {}) : goTo(c, `/mgmt/${c.req.param('id')}/signing`)
})

signingRoutes.post('/mgmt/:id/signatory-address', async (c) => {
  const id = c.req.param('id')
  const form = await readForm(c, Address)
  const unreached = await findUnreached(c.var.db, viewerOf(c), id)
  if (!unreached) throw new AppError('SIGNING_STATUS_WRONG')
  if (!form.ok) return addressPage(c, unreached, form, 422)
  try {
    await correctAddress(c.var.db, viewerOf(c), id, form.output.email)
  } catch (error) {
    if (!(error instanceof AppError) || !HERE.has(error.code)) throw error
    logRefused(c, error)
    const { values } = form
    const problems = { email: error.words }
    return addressPage(c, unreached, { values, problems, details: error.details }, error.status as 422 | 429)
  }
  return goTo(c, `/mgmt/${id}/signing`)
})

/** Errors that are shown next to the address. */
const HERE: ReadonlySet<string> = new Set(['INVALID_FIELD', 'DUPLICATE_PARTY_CONTACT', 'TOO_MANY_REQUESTS'])

signingRoutes.post('/mgmt/:id/own-turn', async (c) => {
  await requireForm(c)
  return goTo(c, await ownLink(c.var.db, viewerOf(c), c.req.param('id')))
})

signingRoutes.route('/', verificationRoutes)
signingRoutes.route('/', deskSigningRoutes)
signingRoutes.route('/', sealingRoutes)

for (const { routes: own } of allProviders()) signingRoutes.route('/', own)
