import { ago, DAY, now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import { release } from '#src/core/release.ts'
import { newToken } from '#src/core/secrets.ts'
import { withoutValues } from '#src/core/text/without-values.ts'
import type { Db } from '#src/db/db.ts'
import { currentTraceId } from '#src/telemetry/spans.ts'
import { routeOf } from '../refusals.ts'
import type { Ctx } from '../web.ts'

const RETENTION = 30 * DAY
/** How many failed requests the list of staff shows. */
const MAX_LISTED = 100

/** A new reference: eight letters and digits that can be read out, with a hyphen in the middle. */
export const newReference = () => grouped(newToken().slice(0, 8).toUpperCase())

const grouped = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`

/** Normalises a typed reference; null if it cannot be one. Our references contain no 0 and no 1. */
export function readReference(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('0', 'O').replaceAll('1', 'I')
  return /^[A-Z2-7]{8}$/.test(letters) ? grouped(letters) : null
}

/**
 * Stores for staff why a request failed, without values. If storing fails too, for example without a
 * database, only the log has the reference.
 */
export async function storeFailure(c: Ctx, reference: string, thrown: unknown) {
  const { name, message } = thrown instanceof Error ? thrown : { name: 'unknown', message: '' }
  try {
    await (c.var.writableDb ?? c.var.db)
      .insertInto('platform.failed_request')
      .values({
        reference,
        method: c.req.method.slice(0, 20),
        route: routeOf(c),
        error: name.slice(0, 60),
        message: withoutValues(message),
        release: release(),
        trace_id: currentTraceId() ?? null,
        created_at: now(),
      })
      .execute()
  } catch (error) {
    log.warn({ reference, error: String(error) }, 'failed request not stored')
  }
}

/** The newest failures, or the one with this reference. */
export function listFailures(db: Db, reference: string | null) {
  const failures = db.selectFrom('platform.failed_request').selectAll()
  const query = reference ? failures.where('reference', '=', reference) : failures
  return query.orderBy('created_at', 'desc').limit(MAX_LISTED).execute()
}

export type FailedRequest = Awaited<ReturnType<typeof listFailures>>[number]

export async function deleteOldFailures(db: Db) {
  await db.deleteFrom('platform.failed_request').where('created_at', '<', ago(RETENTION)).execute()
}
