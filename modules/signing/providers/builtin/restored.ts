import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { latestRevision } from '../../revisions.ts'
import { closeSigningJob, writeSignatureJob } from './sign.ts'

/**
 * Continues a signing when its damaged file has been restored: deadlines are extended by the duration of the
 * damage, and waiting jobs run.
 */
export async function resumeSigning(trx: Db, { key, since }: { key: string; since: Date }) {
  const runningSignings = await trx
    .selectFrom('signing.revision as revision')
    .innerJoin('signing.signing as signing', 'signing.id', 'signing_id')
    .select('signing.id')
    .where('revision.key', '=', key)
    .where('signing.state', '=', 'started')
    .execute()
  for (const { id } of runningSignings)
    if ((await latestRevision(trx, id)).key === key) await resume(trx, id, since)
}

async function resume(trx: Db, signingId: string, since: Date) {
  const rows = await trx
    .selectFrom('signing.signatory')
    .select(['id', 'state'])
    .where('signing_id', '=', signingId)
    .where('role', '!=', 'copy')
    .execute()
  const waitingSignatories = rows.filter(({ state }) => state === 'signing')
  // The job of a waiting signature extends the deadline anyway.
  if (!waitingSignatories.length) await extendDeadline(trx, signingId, since)
  for (const { id } of waitingSignatories) await writeSignatureJob.enqueue(trx, { signatoryId: id })
  if (rows.every(({ state }) => state === 'signed' || state === 'approved'))
    await closeSigningJob.enqueue(trx, { signingId })
}

async function extendDeadline(trx: Db, signingId: string, since: Date) {
  const damageDuration = now().getTime() - since.getTime()
  await trx
    .updateTable('signing.signing')
    .set({ expires_at: sql<Date>`expires_at + ${damageDuration} * interval '1 millisecond'` })
    .where('id', '=', signingId)
    .execute()
}
