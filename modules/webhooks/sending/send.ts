import { type Selectable, sql } from 'kysely'
import { DAY, fromNow, HOUR, MINUTE, now, SECOND } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { type EndpointTable, TEST_TYPE } from '../schema.ts'
import { disableEndpoint } from './disable.ts'
import { type Keys, openKeys } from './keys.ts'
import { type Attempt, PATIENCE, post } from './post.ts'

/** From a failed attempt to the next one. */
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

/** The most by which a receiver can delay the next attempt: the longest delay of our own. */
const MAX_RETRY_WAIT = DAY

/** Delays are longer by up to a fifth, so that a receiver that returns does not get everything at once. */
const jittered = (delay: number) => delay * (1 + Math.random() / 5)

/** An endpoint that accepted no event for this long is disabled when an event is given up. */
const FAILS_FOR = DAY

/**
 * One at a time to one endpoint, so that slow receivers delay no other, not even all ten of a team. An
 * attempt whose process was killed is repeated: receivers know it by its id.
 */
export const sendDelivery = job('webhook', send, {
  retryDelayMax: 60,
  retryLimit: 5000,
  expireInSeconds: 60,
  workers: [{ localConcurrency: 16, localGroupConcurrency: 1, burstWhenReadyExceeds: 1 }],
})

async function send(db: Db, { id }: { id: string }) {
  fault('webhook: before the claim')
  const claimed = await db.transaction().execute((trx) => claim(trx, id))
  if (!claimed) return
  fault('webhook: claimed, not sent')
  const attempt = await post(claimed)
  fault('webhook: sent, not concluded')
  await db.transaction().execute((trx) => conclude(trx, claimed, attempt))
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

/**
 * Claims a delivery that is due, so that no other process sends it too. Null when there is nothing to do:
 * it has ended, or an earlier event of the same document waits, whose end enqueues this one.
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
  const other = await otherOfDocument(trx, delivery)
  if (other?.isEarlier) return null
  if (other) throw new NotYet('a later event of the document is being sent')
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
  const mine = newId()
  await trx
    .updateTable('webhooks.delivery')
    .set({
      attempts: delivery.attempts + 1,
      claim: mine,
      claimed_until: fromNow(PATIENCE.timeout + 15 * SECOND),
      tried_at: now(),
    })
    .where('id', '=', id)
    .execute()
  return { ...delivery, attempts: delivery.attempts + 1, claim: mine, url: endpoint.url, keys }
}

type KeysOfEndpoint = Pick<Selectable<EndpointTable>, 'id' | 'sealed_keys' | 'former_keys' | 'former_until'>

/** The present keys, and the former ones for a while. Throws when `SECRET_KEY` does not decrypt them. */
function keysThatSign({ id, sealed_keys, former_keys, former_until }: KeysOfEndpoint): Keys[] {
  const present = openKeys(id, sealed_keys)
  if (!present) throw new Error(`the keys of endpoint ${id} cannot be decrypted`)
  const former = former_keys && former_until! > now() ? openKeys(id, former_keys) : null
  return former ? [present, former] : [present]
}

/**
 * Until the end of the transaction, no other process claims, concludes or repeats a delivery of the same
 * document to the same endpoint. An advisory lock, because the order of row locks could lead to a deadlock.
 */
export const lockDocumentOf = (trx: Db, deliveryId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(endpoint_id || coalesce(document_id, id)::text, 0))
    from webhooks.delivery where id = ${deliveryId}`.execute(trx)

interface Place {
  endpoint_id: string
  document_id: string | null
  position: string
}

const waitingOf = (trx: Db, { endpoint_id, document_id }: Omit<Place, 'position'>) =>
  trx
    .selectFrom('webhooks.delivery')
    .select('id')
    .where('endpoint_id', '=', endpoint_id)
    .where('document_id', '=', document_id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)

/**
 * What a delivery waits for: an earlier event of the document, whose end comes later and enqueues the next
 * one; or a later one that is being sent, because this one had failed before and is sent again.
 */
async function otherOfDocument(trx: Db, { id, position, ...place }: Place & { id: string }) {
  if (!place.document_id) return undefined
  return waitingOf(trx, place)
    .select((eb) => eb('position', '<', position).as('isEarlier'))
    .where('id', '!=', id)
    .where((eb) => eb.or([eb('position', '<', position), eb('claimed_until', '>', now())]))
    .executeTakeFirst()
}

async function enqueueNext(trx: Db, place: Place) {
  const next = place.document_id && (await waitingOf(trx, place).executeTakeFirst())
  if (next) await sendDelivery.enqueue(trx, next, { group: { id: place.endpoint_id } })
}

/** Null when there is none. */
function nextAttempt(
  { type, attempts }: Pick<Claimed, 'type' | 'attempts'>,
  { delivered, status, wait }: Attempt,
): Date | null {
  const delay = type === TEST_TYPE ? undefined : DELAYS[attempts - 1]
  if (delivered || status === 410 || delay === undefined) return null
  return fromNow(jittered(Math.max(delay, Math.min(wait, MAX_RETRY_WAIT))))
}

/** Records an attempt, unless the delivery was claimed again since. */
async function conclude(trx: Db, { id, claim, ...claimed }: Claimed, made: Attempt) {
  const { delivered, wait, ...attempt } = made
  const next_at = nextAttempt(claimed, made)
  const state = next_at ? 'waiting' : delivered ? 'delivered' : 'failed'
  await lockDocumentOf(trx, id)
  // Before the delivery, as its removal does.
  await trx
    .selectFrom('webhooks.endpoint')
    .select('id')
    .where('id', '=', claimed.endpoint_id)
    .forNoKeyUpdate()
    .execute()
  const recorded = await trx
    .updateTable('webhooks.delivery')
    .set({ ...attempt, state, next_at, claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (!recorded.numUpdatedRows) return
  const group = { id: claimed.endpoint_id }
  if (next_at) await sendDelivery.enqueue(trx, { id }, { startAfter: next_at, group })
  else await enqueueNext(trx, claimed)
  if (claimed.type !== TEST_TYPE || delivered) await noteHealth(trx, claimed.endpoint_id, delivered)
  if (attempt.status === 410) await disableEndpoint(trx, claimed.endpoint_id, 'gone')
  else if (state === 'failed') await disableIfFailing(trx, claimed.endpoint_id)
  fault('webhook: inside the conclusion')
}

/** Notes since when nothing reaches the endpoint. */
async function noteHealth(trx: Db, endpointId: string, delivered: boolean) {
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
  if (failing_since && failing_since.getTime() + FAILS_FOR <= now().getTime())
    await disableEndpoint(trx, endpointId, 'failing')
}
