import { setPlan } from '#modules/accounts/index.ts'
import { now, shanghaiDay } from '#src/clock.ts'
import type { Db } from '#src/database.ts'
import { type PackageName, USAGE_KINDS, type UsageKind } from './schema.ts'
import { grantUsage } from './usage.ts'

export async function listPackages(db: Db) {
  return db.selectFrom('orders.package').selectAll().orderBy('rank').orderBy('code').execute()
}

const COLUMN_OF = {
  document_1: 'documents_1',
  document_2: 'documents_2',
  esign: 'esigns',
} as const satisfies Record<UsageKind, string>

/**
 * Puts the team on a package from now to `endsAt`, null for ever, and grants the uses of its first month. A customised
 * package has no numbers of its own and is refused here.
 */
export async function startPlan(trx: Db, teamId: string, code: PackageName, endsAt: Date | null) {
  const row = await trx
    .selectFrom('orders.package')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  if (row.seats === null) throw new Error(`the package ${code} has no numbers of its own`)
  await setPlan(trx, teamId, { package: row.plan, endsAt, seats: row.seats })
  const month = monthAfter(now())
  const expiresAt = endsAt && endsAt < month ? endsAt : month
  for (const kind of USAGE_KINDS) {
    const quantity = row[COLUMN_OF[kind]]
    const key = `plan ${teamId} ${code} ${shanghaiDay()} ${kind}`
    if (quantity) await grantUsage(trx, { teamId, kind, quantity, expiresAt, key })
  }
}

const HOURS_AHEAD = 8 * 3_600_000

/** The same day of the next month in Shanghai, or its last day where there is none such. */
export function monthAfter(at: Date): Date {
  const local = new Date(at.getTime() + HOURS_AHEAD)
  const day = local.getUTCDate()
  local.setUTCDate(1)
  local.setUTCMonth(local.getUTCMonth() + 1)
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  local.setUTCDate(Math.min(day, last))
  return new Date(local.getTime() - HOURS_AHEAD)
}
