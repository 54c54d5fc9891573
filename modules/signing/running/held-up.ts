import '../events.ts'
import { sql } from 'kysely'
import { logDeskAction } from '#modules/accounts/index.ts'
import { logAction } from '#modules/documents/index.ts'
import { returnUse } from '#modules/orders/index.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { endSigning, listSignatories } from '../outcome.ts'
import { isHeldUp } from '../revisions.ts'
import { lastErrorOf, waitsForRetry } from './waiting-jobs.ts'

/** How long a signing may be delayed by a fault of ours before its participants are notified. */
const NOTIFY_AFTER = 5 * MINUTE

/** Running signings that are delayed by a fault of ours, the longest delay first. */
const delayedSignings = (db: Db) =>
  db
    .selectFrom('signing.signing as signing')
    .select(['signing.id', 'document_id', 'document_number', 'starter_id', 'starter_team', 'held_up_told_at'])
    .select(lastErrorOf(sql.ref('signing.id')).as('cause'))
    .select((eb) =>
      eb
        .selectFrom('signing.signatory as one')
        .select((of) => of.fn.coalesce(of.fn.max('one.signed_at'), 'signing.created_at').as('at'))
        .whereRef('one.signing_id', '=', 'signing.id')
        .as('since'),
    )
    .where('state', '=', 'started')
    .where((eb) => eb.or([waitsForRetry(sql.ref('signing.id')), isHeldUp(sql.ref('signing.id'))]))
    .orderBy('signing.id')

export type HeldUpSigning = Awaited<ReturnType<typeof listDelayed>>[number]

/**
 * For the desk: the delayed signings, since when and why. `cause` is the program's error message, for staff.
 */
export const listDelayed = (db: Db) => delayedSignings(db).limit(200).execute()

export async function countHeldUp(db: Db): Promise<number> {
  return (await delayedSignings(db).limit(1000).execute()).length
}

/** Whether the file of a signing is damaged, so that its deadline does not expire. */
export async function isDelayedNow(db: Db, signingId: string): Promise<boolean> {
  const { held } = await db.selectNoFrom(isHeldUp(sql.val(signingId)).as('held')).executeTakeFirstOrThrow()
  return held
}

/**
 * Notifies the sender and the signatories once per signing; the notice stays until the signing continues or
 * ends.
 */
export const notifyOfDelay = job('held-up-signings', async (db) => {
  for (const { id, since, cause, held_up_told_at: notifiedAt } of await listDelayed(db)) {
    if (notifiedAt || !since || since > ago(NOTIFY_AFTER)) continue
    log.error({ signing: id, since, cause }, 'signing held up')
    await db.transaction().execute(async (trx) => {
      const signing = await trx
        .updateTable('signing.signing')
        .set({ held_up_told_at: now() })
        .where('id', '=', id)
        .where('state', '=', 'started')
        .where('held_up_told_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (signing)
        await emit(trx, 'signing-held-up', { signing, signatories: await listSignatories(trx, id) })
    })
  }
})

/** A delayed signing. Throws NOT_FOUND, and SIGNING_STATUS_WRONG for a signing that is not delayed. */
export async function findDelayed(db: Db, id: string): Promise<HeldUpSigning> {
  if (!isId(id)) notFound()
  const signing = await delayedSignings(db).where('signing.id', '=', id).executeTakeFirst()
  if (signing) return signing
  const row = await db.selectFrom('signing.signing').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) notFound()
  throw new AppError('SIGNING_STATUS_WRONG')
}

/**
 * Ends a delayed signing on behalf of staff: the use is refunded, everyone is notified, and the document can
 * be sent again. Throws as `findDelayed` does.
 */
export async function stopSigning(db: Db, viewer: Pick<Viewer, 'id'>, id: string) {
  const signing = await findDelayed(db, id)
  await db.transaction().execute(async (trx) => {
    if (!(await endSigning(trx, id, 'stopped'))) throw new AppError('SIGNING_STATUS_WRONG')
    await returnUse(trx, `signing ${id}`)
    await logAction(trx, signing.document_id, 'system', 'stop-signing')
    await logDeskAction(trx, viewer, { accountId: null, subject: id, action: 'end-signing', reason: '–' })
  })
}
