import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { SigningFault } from '../providers/builtin/pades/signing-fault.ts'

/**
 * The evidence bundle of a completed document as a zip, for a data export. Throws FILE_GENERATING,
 * FILE_DAMAGED, and UNAVAILABLE when it cannot be made now.
 */
export async function evidenceBundle(
  db: Db,
  document: { id: string; name: string; number: string },
): Promise<Uint8Array> {
  const { makeBundle } = await import('../providers/builtin/bundle/make-bundle.ts')
  const { zipOf } = await import('../providers/builtin/bundle/bundle-zip.ts')
  const { id, name, number } = document
  const files = await makeBundle(db, { id, name, number }, 'whole').catch((error) => {
    throw error instanceof SigningFault ? new AppError('UNAVAILABLE') : error
  })
  return zipOf(files)
}
