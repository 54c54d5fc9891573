import { sql } from 'kysely'
import { DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'

export interface StoredAnswer {
  status: number
  body: string
}

interface RequestKey {
  keyId: string
  idempotencyKey: string
  /** The hash of method, path and body. */
  fingerprint: string
}

/** How long the response to a request is stored and repeated. */
const RETENTION = DAY

/**
 * Does the work of a request once: a repeated request gets the stored response. The changes and the response
 * commit together. Throws INVALID_FIELD when the idempotency key was used for another request, and
 * DOCUMENT_CONFLICT while the first request is in progress. A failed request stores nothing and may be
 * repeated.
 */
export async function answerOnce(
  db: Db,
  { keyId, idempotencyKey, fingerprint }: RequestKey,
  work: (trx: Db) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  return db.transaction().execute(async (trx) => {
    const name = `${keyId} ${idempotencyKey}`
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(trx)
    if (!rows[0]!.free) throw new AppError('DOCUMENT_CONFLICT', {}, 'api.problem.idempotencyRunning')
    const storedRequest = await trx
      .selectFrom('api.idempotent_request')
      .select(['fingerprint', 'status', 'body'])
      .where('key_id', '=', keyId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('created_at', '>', new Date(now().getTime() - RETENTION))
      .executeTakeFirst()
    if (storedRequest && storedRequest.fingerprint !== fingerprint)
      throw new AppError('INVALID_FIELD', {}, 'api.problem.idempotencyReused')
    if (storedRequest) return { status: storedRequest.status, body: storedRequest.body }
    const answer = await work(trx)
    const row = { fingerprint, ...answer, created_at: now() }
    await trx
      .insertInto('api.idempotent_request')
      .values({ key_id: keyId, idempotency_key: idempotencyKey, ...row })
      .onConflict((oc) => oc.columns(['key_id', 'idempotency_key']).doUpdateSet(row))
      .execute()
    return answer
  })
}

/** Deletes the responses that are too old to be repeated. */
export async function deleteOldAnswers(db: Db) {
  await db
    .deleteFrom('api.idempotent_request')
    .where('created_at', '<=', new Date(now().getTime() - RETENTION))
    .execute()
}
