import { ago, DAY, now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import type { ServiceName } from '../provider-name.ts'
import { queryAuthorisation } from './authorisation.ts'
import type { Callback, CallbackRequest } from './service.ts'
import { ensureQuery } from './signing-job.ts'

/** Stores a verified callback once, and enqueues a job that queries the service. */
export async function storeCallback(
  db: Db,
  provider: ServiceName,
  { key, about }: Callback,
  { headers, body }: CallbackRequest,
) {
  const id = newId()
  await db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('signing.remote_callback')
      .values({
        id,
        provider,
        key,
        about: JSON.stringify(about),
        headers: JSON.stringify(headers),
        body: Buffer.from(body),
        received_at: now(),
        handled_at: about.kind === 'other' ? now() : null,
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    const isNew = inserted.numInsertedOrUpdatedRows === 1n
    if (isNew && about.kind !== 'other') await remoteCallbackJob.enqueue(trx, { id })
  })
  fault('remote: callback stored')
}

/**
 * Queries the service about the signing or authorisation that a callback names; no other content of a
 * callback is trusted.
 */
export const remoteCallbackJob = job<{ id: string }>('remote-callback', async (db, { id }) => {
  const callback = await db
    .selectFrom('signing.remote_callback')
    .select(['provider', 'about'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  if (!callback) return
  const { provider, about } = callback
  if (about.kind === 'signing') {
    const remote = await db
      .selectFrom('signing.remote_signing')
      .select(['id', 'signing_id'])
      .where('provider', '=', provider)
      .where('remote_id', '=', about.remoteId)
      .executeTakeFirst()
    if (remote) await ensureQuery(db, remote)
  }
  if (about.kind === 'authorisation') await queryAuthorisation(db, { provider, flow: about.flow })
  await db.updateTable('signing.remote_callback').set({ handled_at: now() }).where('id', '=', id).execute()
})

/** Callbacks are stored as evidence in disputes; the facts about the signing are in the document's log. */
const CALLBACK_RETENTION = 400 * DAY

export const deleteOldCallbacks = job('old-service-callbacks', async (db) => {
  await db.deleteFrom('signing.remote_callback').where('received_at', '<', ago(CALLBACK_RETENTION)).execute()
})
