import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { hasTimestamps } from './current-stamp.ts'

/** Renews one signed file. Loads the signing libraries, which take about 40 MB. */
export const renewFileJob = job<{ signingId: string }>('renew-file', async (db, { signingId }) => {
  const { renewSignedFile } = await import('./renewal.ts')
  await renewSignedFile(db, signingId).catch((error) => {
    // The desk already reports the damaged file; it is renewed when it has been restored.
    throw error instanceof AppError && error.code === 'FILE_DAMAGED' ? new NotYet() : error
  })
})

const BATCH = 500

/**
 * Queues all signed files whose last time-stamp ends soon, and all files that were not examined yet, for
 * example because there was no time-stamp service. Does nothing without a service.
 */
export const renewTimestamps = job('renew-time-stamps', async (db) => {
  if (!hasTimestamps()) return
  let lastId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const dueSignings = await db
      .selectFrom('signing.signing')
      .select('id')
      .where('state', '=', 'completed')
      .where((eb) => eb.or([eb('renew_at', 'is', null), eb('renew_at', '<=', now())]))
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of dueSignings) await renewFileJob.ensure(db, { signingId: id })
    if (dueSignings.length < BATCH) return
    lastId = dueSignings.at(-1)!.id
  }
})
