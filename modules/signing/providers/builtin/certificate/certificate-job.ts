import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { retryUntilRestored } from '../retry-until-restored.ts'

/** Makes the certificate of completion; retried until it succeeds. A second run stores nothing. */
export const certificateJob = job<{ signingId: string }>(
  'completion-certificate',
  async (db, { signingId }) => {
    const { makeCertificate } = await import('./make-certificate.ts')
    await retryUntilRestored(makeCertificate(db, signingId))
  },
  { retryDelayMax: 60, retryLimit: 1_000_000 },
)

/** Queues the certificate of a signing. A second call returns the first call's job. */
export async function ensureCertificate(db: Db, signingId: string) {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('signing.signing').select('id').where('id', '=', signingId).forUpdate().execute()
    await certificateJob.ensure(trx, { signingId })
  })
}
