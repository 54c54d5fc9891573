import { findHeading } from '#modules/documents/index.ts'
import { downloadName } from '#modules/printing/index.ts'
import { AppError } from '#src/core/errors.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { evidenceBundle } from '../../../data-export/evidence.ts'
import type { BundledDocument } from './make-bundle.ts'

/** The evidence bundle of a completed document, for its team. */
export const bundleRoutes = routes()

bundleRoutes.get('/mgmt/:id/evidence.zip', async (c) => {
  const document = await findCompleted(c.var.db, viewerOf(c), c.req.param('id'))
  return sendBundle(c, document, 'whole')
})

addOperation({
  method: 'get',
  path: '/documents/:id/evidence.zip',
  scope: 'documents:read',
  answer: 'zip',
  handle: async ({ db, viewer, id, locale }) => {
    const document = await findCompleted(db, viewer, id)
    return { name: bundleName(document, locale), bytes: await evidenceBundle(db, document) }
  },
})

/** The completed document. Throws NOT_FOUND, and DOCUMENT_STATUS_WRONG before the signing is completed. */
async function findCompleted(db: Db, viewer: Viewer, id: string) {
  const document = await findHeading(db, viewer, id)
  if (document.status !== 'completed') throw new AppError('DOCUMENT_STATUS_WRONG')
  return document
}

const bundleName = (document: BundledDocument, locale: Locale) =>
  downloadName(document, ` ${translate(locale)('signing.bundle.mark')}.zip`)

/** Makes and sends the bundle. Throws as `evidenceBundle` does. */
export async function sendBundle(c: Ctx, document: BundledDocument, record: 'whole' | 'signing') {
  const bytes = await evidenceBundle(c.var.db, document, record)
  return sendAttachment(c, bundleName(document, c.var.locale), 'application/zip', bytes)
}
