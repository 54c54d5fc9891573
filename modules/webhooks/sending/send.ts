import { type Selectable, sql } from 'kysely'
import { DAY, fromNow, HOUR, MINUTE, now, SECOND } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { type EndpointTable, TEST_TYPE } from '../schema.ts'
import { disableEndpoint } from './disable.ts'
import { type Keys, openKeys } from './keys.ts'
import { ATTEMPT_LIMITS, type Attempt, post } from './post.ts'

/** Time from a failed attempt to the next. */
export const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A receiver cannot delay the next attempt by more than our own longest delay. */
const MAX_RETRY_WAIT = DAY

/** Adds up to a fifth to a delay, so that a recovering receiver does not get all events simultaneously. */
const addJitter = (delay: number) => delay * (1 + Math.random() / 5)

/** When an event is given up, its endpoint is disabled if no event was delivered for this long. */
const MAX_FAILING_TIME = DAY

/**
 * Sends one delivery at a time to each endpoint, so that slow receivers, even all ten of a team, do not
 * delay others. If the process is killed during an attempt, the attempt is repeated; receivers recognise it
 * by its id.
 */
export const sendDelivery = job('webhook', send, {
  retryDelayMax: 60,
  retryLimit: 5000,
  expireInSeconds: 60,
  workers: [{ localConcurrency: 16, localGroupConcurrency: 1, burstWhenReadyExceeds: 1 }],
})

async function send(db: Db, { id }: { id: string }) {
  fault('webhook: before the claim')
  const claimedDelivery = await db.transaction().execute((trx) => claim(trx, id))
  if (!claimedDelivery) return
  fault('webhook: claimed, not sent')
  const attempt = await post(claimedDelivery)
  fault('webhook: sent, not concluded')
  await db.transaction().execute((trx) => conclude(trx, claimedDelivery, attempt))
}

type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claim>>>

/**
 * Claims a due delivery, so that no other process sends it too. Null if there is nothing to do: the delivery
 * has ended, or it waits for an earlier event of the same document, whose end enqueues it.
 */
async function claim(trx: Db, id: string) {
  await lockDocumentOf(trx, id)
  const delivery = await trx
    .selectFrom('webhooks.delivery')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!delivery) return null
  if (delivery.claimed_until && delivery.claimed_until > now()) throw new NotYet('somebody else sends it')
  if (delivery.next_at! > now()) throw new NotYet('it is not due yet')
  const blockingDelivery = await findBlockingDelivery(trx, delivery)
  if (blockingDelivery?.isEarlier) return null
  if (blockingDelivery) throw new NotYet('a later event of the document is being sent')
  const endpoint = await trx
    .selectFrom('webhooks.endpoint')
    .select(['id', 'url', 'state', 'sealed_keys', 'former_keys', 'former_until'])
    .where('id', '=', delivery.endpoint_id)
    .executeTakeFirstOrThrow()
  if (endpoint.state === 'disabled') {
    await trx
      .updateTable('webhooks.delivery')
      .set({ state: 'failed', problem: 'disabled', status: null, next_at: null })
      .where('id', '=', id)
      .execute()
    await enqueueNext(trx, delivery)
    return null
  }
  const keys = keysThatSign(endpoint)
  const claimId = newId()
  await trx
    .updateTable('webhooks.delivery')
    .set({
      attempts: delivery.attempts + 1,
      claim: claimId,
      claimed_until: fromNow(ATTEMPT_LIMITS.timeout + 15 * SECOND),
      tried_at: now(),
    })
    .where('id', '=', id)
    .execute()
  return { ...delivery, attempts: delivery.attempts + 1, claim: claimId, url: endpoint.url, keys }
}

type KeysOfEndpoint = Pick<Selectable<EndpointTable>, 'id' | 'sealed_keys' | 'former_keys' | 'former_until'>

/**
 * The current keys, and for a while after a rotation also the previous keys. Throws if `SECRET_KEY` cannot
 * decrypt them.
 */
function keysThatSign({ id, sealed_keys, former_keys, former_until }: KeysOfEndpoint): Keys[] {
  const currentKeys = openKeys(id, sealed_keys)
  if (!currentKeys) throw new Error(`the keys of endpoint ${id} cannot be decrypted`)
  const previousKeys = former_keys && former_until! > now() ? openKeys(id, former_keys) : null
  return previousKeys ? [currentKeys, previousKeys] : [currentKeys]
}

/**
 * Until the end of the transaction, no other process claims, concludes or repeats a delivery of the same
 * document to the same endpoint. Uses an advisory lock, because the order of row locks could lead to a
 * deadlock.
 */
export const lockDocumentOf = (trx: Db, deliveryId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(endpoint_id || coalesce(document_id, id)::text, 0))
    from webhooks.delivery where id = ${deliveryId}`.execute(trx)

interface DeliveryPosition {
  endpoint_id: string
  document_id: string | null
  position: string
}

const selectWaiting = (trx: Db, { endpoint_id, document_id }: Omit<DeliveryPosition, 'position'>) =>
  trx
    .selectFrom('webhooks.delivery')
    .select('id')
    .where('endpoint_id', '=', endpoint_id)
    .where('document_id', '=', document_id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)

/**
 * The delivery that this one must wait for: an earlier event of the document, whose end enqueues this one;
 * or a later event that is being sent, because this one had failed and is being repeated.
 */
async function findBlockingDelivery(
  trx: Db,
  { id, position, ...documentKey }: DeliveryPosition & { id: string },
) {
  if (!documentKey.document_id) return undefined
  return selectWaiting(trx, documentKey)
    .select((eb) => eb('position', '<', position).as('isEarlier'))
    .where('id', '!=', id)
    .where((eb) => eb.or([eb('position', '<', position), eb('claimed_until', '>', now())]))
    .executeTakeFirst()
}

async function enqueueNext(trx: Db, documentKey: DeliveryPosition) {
  const nextDelivery = documentKey.document_id && (await selectWaiting(trx, documentKey).executeTakeFirst())
  if (nextDelivery) await sendDelivery.enqueue(trx, nextDelivery, { group: { id: documentKey.endpoint_id } })
}

/** The time of the next attempt; null if there will be none. */
function nextAttemptTime(
  { type, attempts }: Pick<ClaimedDelivery, 'type' | 'attempts'>,
  { delivered, status, waitMilliseconds }: Attempt,
): Date | null {
  const delay = type === TEST_TYPE ? undefined : DELAYS[attempts - 1]
  if (delivered || status === 410 || delay === undefined) return null
  return fromNow(addJitter(Math.max(delay, Math.min(waitMilliseconds, MAX_RETRY_WAIT))))
}

/** Records the result of an attempt, unless the delivery was claimed again in the meantime. */
async function conclude(trx: Db, { id, claim, ...claimed }: ClaimedDelivery, result: Attempt) {
  const { delivered, waitMilliseconds, ...attempt } = result
  const next_at = nextAttemptTime(claimed, result)
  const state = next_at ? 'waiting' : delivered ? 'delivered' : 'failed'
  await lockDocumentOf(trx, id)
  // Locks the endpoint before the delivery, in the same order as its removal.
  await trx
    .selectFrom('webhooks.endpoint')
    .select('id')
    .where('id', '=', claimed.endpoint_id)
    .forNoKeyUpdate()
    .execute()
  const update = await trx
    .updateTable('webhooks.delivery')
    .set({ ...attempt, state, next_at, claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (!update.numUpdatedRows) return
  const group = { id: claimed.endpoint_id }
  if (next_at) await sendDelivery.enqueue(trx, { id }, { startAfter: next_at, group })
  else await enqueueNext(trx, claimed)
  if (claimed.type !== TEST_TYPE || delivered) await recordHealth(trx, claimed.endpoint_id, delivered)
  if (attempt.status === 410) await disableEndpoint(trx, claimed.endpoint_id, 'gone')
  else if (state === 'failed') await disableIfFailing(trx, claimed.endpoint_id)
  fault('webhook: inside the conclusion')
}

/** Records since when no delivery has reached the endpoint. */
async function recordHealth(trx: Db, endpointId: string, delivered: boolean) {
  await trx
    .updateTable('webhooks.endpoint')
    .set({ failing_since: delivered ? null : now() })
    .where('id', '=', endpointId)
    .where('failing_since', delivered ? 'is not' : 'is', null)
    .execute()
}

async function disableIfFailing(trx: Db, endpointId: string) {
  const { failing_since } = await trx
    .selectFrom('webhooks.endpoint')
    .select('failing_since')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow()
  if (failing_since && failing_since.getTime() + MAX_FAILING_TIME <= now().getTime())
    await disableEndpoint(trx, endpointId, 'failing')
}
