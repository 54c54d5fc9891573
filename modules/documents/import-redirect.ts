import { AppError } from '#src/core/errors.ts'
import { type Ctx, goTo, viewerOf } from '#src/http/web.ts'
import { findHeading } from './document.ts'

/**
 * For pages that show a document's text and are linked from lists and mails: redirects to the page of an
 * imported PDF, which has no text. Rethrows any other error.
 */
export async function redirectToImport(c: Ctx, error: unknown): Promise<Response> {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
  const { id, kind } = await findHeading(c.var.db, viewerOf(c), c.req.param('id')!)
  if (kind !== 'imported') throw error
  return goTo(c, `/mgmt/${id}/my-docs-import-view`)
}
