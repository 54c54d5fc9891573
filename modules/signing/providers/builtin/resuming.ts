import { sql } from 'kysely'
import { ago, MINUTE } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { currentSigningFaults } from './authority/signing-faults.ts'
import { ensureCertificate } from './certificate/certificate-job.ts'
import { closeSigningJob, writeSignatureJob } from './sign.ts'

/**
 * Queues a job for every signature that is not written after a minute, and logs the faults that prevent
 * signing.
 */
export const resumeSignings = job('stuck-signings', async (db) => {
  for (const part of await currentSigningFaults(db)) log.error({ part }, 'signing stands still')
  for (const { id } of await unwrittenSignatures(db)) await resumeSignature(db, id)
  for (const { id } of await unclosedSignings(db))
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('signing.signing').select('id').where('id', '=', id).forUpdate().execute()
      await closeSigningJob.ensure(trx, { signingId: id })
    })
  for (const { id } of await uncertifiedSignings(db)) await ensureCertificate(db, id)
})

/** Completed signings without a certificate of completion, for example from before certificates existed. */
const uncertifiedSignings = (db: Db) =>
  db
    .selectFrom('signing.signing')
    .select('id')
    .where('state', '=', 'completed')
    .where('certified_at', 'is', null)
    .where('ended_at', '<', ago(MINUTE))
    .limit(100)
    .execute()

const resumeSignature = (db: Db, signatoryId: string) =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('signing.signatory').select('id').where('id', '=', signatoryId).forUpdate().execute()
    await writeSignatureJob.ensure(trx, { signatoryId })
  })

const unwrittenSignatures = (db: Db) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select('signatory.id')
    .where('provider', '=', 'builtin')
    .where('signing.state', '=', 'started')
    .where('signatory.state', '=', 'signing')
    .where('signed_at', '<', ago(MINUTE))
    .limit(1000)
    .execute()

const DONE_STATES = ['signed', 'approved'] as const

const unclosedSignings = (db: Db) =>
  db
    .selectFrom('signing.signing as signing')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select('signing.id')
    .where('signing.state', '=', 'started')
    .groupBy('signing.id')
    .where('signatory.role', '!=', 'copy')
    .having((eb) => eb.fn<boolean>('bool_and', [eb('signatory.state', 'in', DONE_STATES)]), '=', true)
    .having(sql<boolean>`max(stage) filter (where provider = 'builtin') = max(stage)`)
    .having((eb) => eb.fn.max('signed_at'), '<', ago(MINUTE))
    .limit(1000)
    .execute()
