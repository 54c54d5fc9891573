import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import type { BundledDocument } from '../providers/builtin/bundle/make-bundle.ts'
import { SigningFault } from '../providers/builtin/pades/signing-fault.ts'

/** Limits how many bundles are made at the same time, because each stays in memory until it is sent. */
const limitBundles = limitConcurrency({ concurrency: 2, maxWaiting: 40 })

/**
 * The evidence bundle of a completed document as a zip file. Throws FILE_GENERATING, FILE_DAMAGED, and
 * UNAVAILABLE if the bundle cannot be made now.
 */
export const evidenceBundle = (
  db: Db,
  { id, name, number }: BundledDocument,
  record: 'whole' | 'signing' = 'whole',
): Promise<Uint8Array> =>
  limitBundles(async () => {
    const { makeBundle } = await import('../providers/builtin/bundle/make-bundle.ts')
    const { zipOf } = await import('../providers/builtin/bundle/bundle-zip.ts')
    const files = await makeBundle(db, { id, name, number }, record).catch((error) => {
      throw error instanceof SigningFault ? new AppError('UNAVAILABLE') : error
    })
    return zipOf(files)
  })
