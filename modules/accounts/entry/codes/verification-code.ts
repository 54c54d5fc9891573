import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { ago, DAY, fromNow, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import { hashOf, keyedHash } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { CodePurpose } from '../../schema.ts'

export interface CodeRequest {
  purpose: CodePurpose
  address: string
  visitor: string
}

const MAX_CODES_A_DAY = 10
const MAX_TRIES = 5

/**
 * Creates a verification code (one-time code) of six digits, valid for ten minutes, and invalidates this
 * browser's previous one. Throws ACCESS_DENIED beyond the limits of one code per minute and purpose, and ten
 * per day. Requests from other browsers neither invalidate a code nor count towards the limits.
 */
export async function newVerificationCode(trx: Db, request: CodeRequest): Promise<string> {
  const lockKey = `${request.address} ${request.visitor}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`.execute(trx)
  await refuseTooSoon(trx, request)
  await endCodes(trx, request)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = newId()
  await trx
    .insertInto('accounts.verification_code')
    .values({
      id,
      purpose: request.purpose,
      address: request.address,
      visitor_hash: hashOf(request.visitor),
      code_hash: codeHash(id, code),
      created_at: now(),
      expires_at: fromNow(10 * MINUTE),
    })
    .execute()
  return code
}

async function refuseTooSoon(trx: Db, { purpose, address, visitor }: CodeRequest) {
  const { last: lastAt, today: codesToday } = await trx
    .selectFrom('accounts.verification_code')
    .select(({ fn, eb }) => [
      fn
        .max('created_at')
        .filterWhere(eb('purpose', '=', purpose))
        .as('last'),
      fn.countAll<number>().as('today'),
    ])
    .where('address', '=', address)
    .where('visitor_hash', '=', hashOf(visitor))
    .where('created_at', '>', ago(DAY))
    .executeTakeFirstOrThrow()
  const waitTime = lastAt ? MINUTE - (now().getTime() - lastAt.getTime()) : 0
  if (waitTime > 0) throw tooSoon(Math.ceil(waitTime / 1000))
  if (codesToday >= MAX_CODES_A_DAY) throw tooSoon(DAY / 1000)
}

const tooSoon = (retryAfter: number) => new AppError('ACCESS_DENIED', { retryAfter }, 'common.error.TOO_SOON')

async function endCodes(trx: Db, { purpose, address, visitor }: CodeRequest) {
  await trx
    .updateTable('accounts.verification_code')
    .set({ ended_at: now() })
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('visitor_hash', '=', hashOf(visitor))
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Uses up the code if it matches; a wrong code counts as one of five attempts. The row is locked, so that of
 * several concurrent right answers exactly one succeeds.
 */
export async function consumeVerificationCode(db: Db, request: CodeRequest, code: string): Promise<boolean> {
  const validCode = await db
    .updateTable('accounts.verification_code')
    .set({ tries: sql`tries + 1` })
    .where('purpose', '=', request.purpose)
    .where('address', '=', request.address)
    .where('visitor_hash', '=', hashOf(request.visitor))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  if (!validCode || validCode.code_hash !== codeHash(validCode.id, code)) {
    log.warn({ event: 'code misused', purpose: request.purpose, live: validCode !== undefined }, 'wrong code')
    return false
  }
  const endedCode = await db
    .updateTable('accounts.verification_code')
    .set({ ended_at: now() })
    .where('id', '=', validCode.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return endedCode.numUpdatedRows === 1n
}

/**
 * Runs `work` in one transaction if the code is right; if `work` throws, the code can be used again. Throws
 * VERIFICATION_COED_ERROR for a wrong code, and counts the attempt.
 */
export async function withVerificationCode<T>(
  db: Db,
  request: CodeRequest,
  code: string,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const outcome = await db.transaction().execute(async (trx) => {
    if (!(await consumeVerificationCode(trx, request, code))) return null
    return { result: await work(trx) }
  })
  if (!outcome) throw new AppError('VERIFICATION_COED_ERROR')
  return outcome.result
}

function codeHash(id: string, code: string): string {
  return keyedHash(config.secretKey, `code ${id} ${code}`)
}
