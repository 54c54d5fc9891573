import { sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { Pool } from '#src/db/pool.ts'
import type { MessageKey } from '#views/language/messages.ts'

export interface Limit {
  name: string
  points: number
  /** The period in seconds. */
  per: number
  /**
   * The locale key of the message to a person, with `points`, `minutes` and `hours`; by default that of the
   * error.
   */
  words?: MessageKey
}

let pool: Pool | null = null
const limiters = new Map<string, RateLimiterPostgres>()

/**
 * Starts counting in PostgreSQL, so that all processes share the counts and restarts keep them. Without
 * connections no limit applies.
 */
export function startRateLimits(connections: Pool | null) {
  pool = connections
  limiters.clear()
}

function limiterOf(limit: Limit): RateLimiterPostgres {
  const limiter = limiters.get(limit.name) ?? new RateLimiterPostgres(optionsOf(limit))
  limiters.set(limit.name, limiter)
  return limiter
}

function optionsOf({ name, points, per }: Limit) {
  const table = { schemaName: 'platform', tableName: 'rate_limit', tableCreated: true }
  const withoutTimer = { clearExpiredByTimeout: false }
  return {
    storeClient: pool,
    storeType: 'pool',
    keyPrefix: name,
    points,
    duration: per,
    ...table,
    ...withoutTimer,
  }
}

/** Hashes a key that is longer than the column. */
const shortKey = (key: string) => (key.length > 100 ? hashOf(key) : key)

/**
 * Consumes one point, or `points`, of a rate limit for `key`. Throws TOO_MANY_REQUESTS with the seconds to
 * wait if too few remain.
 */
export async function consumePoint(limit: Limit, key: string, points = 1) {
  if (!pool) return
  try {
    await limiterOf(limit).consume(shortKey(key), points)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const { words } = limit
    const retryAfter = Math.ceil(refused.msBeforeNext / 1000)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      { retryAfter, ...(words && { points: limit.points, hours: Math.ceil(retryAfter / 3600) }) },
      words,
    )
  }
}

/** Consumes one point; returns false if none remains. */
export async function takesPoint(limit: Limit, key: string): Promise<boolean> {
  try {
    await consumePoint(limit, key)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Whether `key` has points left; consumes none. */
export async function hasPoints(limit: Limit, key: string): Promise<boolean> {
  if (!pool) return true
  const state = await limiterOf(limit).get(shortKey(key))
  return !state || state.consumedPoints < limit.points
}

/** Returns a point that `consumePoint` consumed for an attempt that then succeeded. */
export async function returnPoint(limit: Limit, key: string) {
  if (pool) await limiterOf(limit).reward(shortKey(key))
}

/** Deletes expired counters, because a visitor leaves a row for every limit. */
export async function deleteExpiredPoints(db: Db) {
  await sql`delete from platform.rate_limit where expire < ${now().getTime()}`.execute(db)
}
