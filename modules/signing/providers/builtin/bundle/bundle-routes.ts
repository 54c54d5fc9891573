import { findHeading } from '#modules/documents/index.ts'
import { downloadName } from '#modules/printing/index.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { SigningFault } from '../pades/signing-fault.ts'
import type { BundledDocument } from './make-bundle.ts'

/** The evidence bundle of a completed document, for its team. */
export const bundleRoutes = routes()

bundleRoutes.get('/mgmt/:id/evidence.zip', async (c) => {
  const document = await findHeading(c.var.db, viewerOf(c), c.req.param('id'))
  if (document.status !== 'completed') throw new AppError('DOCUMENT_STATUS_WRONG')
  return sendBundle(c, document, 'whole')
})

/** A bundle is in memory until it is sent. */
const making = limitConcurrency({ atOnce: 2, waitingAtMost: 40 })

/** Makes and sends the bundle. Throws as `makeBundle`, and UNAVAILABLE while nothing can be signed. */
export const sendBundle = (c: Ctx, document: BundledDocument, record: 'whole' | 'signing') =>
  making(async () => {
    const { makeBundle } = await import('./make-bundle.ts')
    const { zipOf } = await import('./bundle-zip.ts')
    const { id, name, number } = document
    const files = await makeBundle(c.var.db, { id, name, number }, record).catch((error) => {
      throw error instanceof SigningFault ? new AppError('UNAVAILABLE') : error
    })
    const mark = translate(c.var.locale)('signing.bundle.mark')
    return sendAttachment(c, downloadName(document, ` ${mark}.zip`), 'application/zip', zipOf(files))
  })
