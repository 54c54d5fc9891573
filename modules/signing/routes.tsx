import { requirePermission } from '#modules/accounts/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { AppError } from '#src/core/errors.ts'
import { readJson, requireForm } from '#src/http/body.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { PICTURE_PATH, picturesAt, sendPagePicture } from '#src/http/pictures/page-picture.ts'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findPreviewFile, type PreviewAnswer, previewOf } from './preview.ts'
import { allProviders } from './providers/registry.ts'
import { remoteRoutes } from './providers/remote/routes.tsx'
import { deskSigningRoutes } from './running/desk-routes.tsx'
import { isRunning } from './running/progress.ts'
import { senderRoutes } from './running/sender-routes.tsx'
import { sealingRoutes } from './seals/sealing-routes.tsx'
import { serviceRoutes } from './services/service-routes.tsx'
import { SettingSchema, storeSetting } from './setting.ts'
import { startSigning } from './signing.ts'
import { logRoutes } from './transparency/log-routes.ts'
import { verificationRoutes } from './verification/verification-routes.tsx'

export const signingRoutes = routes()

signingRoutes.put('/mgmt/:id/signatories', async (c) => {
  const { signatories, options } = await readJson(c, SettingSchema)
  await storeSetting(c.var.db, viewerOf(c), c.req.param('id'), signatories, options)
  return answer(c, null)
})

/** The preview in which the sender chooses signature places. */
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
 * Throws ACCESS_DENIED if the viewer may not send documents, DOCUMENT_STATUS_WRONG if this document cannot
 * be sent.
 */
async function findSettable(c: Ctx) {
  const document = await findSignable(c.var.db, viewerOf(c), c.req.param('id')!)
  requirePermission(viewerOf(c), 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  return document
}

signingRoutes.post('/mgmt/:id/signing', async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  try {
    await startSigning(c.var.db, viewerOf(c), id, c.var.locale)
  } catch (error) {
    // If two people start the signing concurrently, the second is redirected to the same page.
    if (wantsJson(c) || !isWrongStatus(error) || !(await isRunning(c.var.db, viewerOf(c), id))) throw error
    logRefused(c, error)
  }
  return goTo(c, `/mgmt/${id}/signing`)
})

const isWrongStatus = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'DOCUMENT_STATUS_WRONG'

signingRoutes.route('/', senderRoutes)
signingRoutes.route('/', verificationRoutes)
signingRoutes.route('/', deskSigningRoutes)
signingRoutes.route('/', sealingRoutes)
signingRoutes.route('/', logRoutes)

signingRoutes.route('/', remoteRoutes)
signingRoutes.route('/', serviceRoutes)

for (const { routes: providerRoutes } of allProviders())
  if (providerRoutes) signingRoutes.route('/', providerRoutes)
