import { type Expression, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { PackageCode, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { MONTHLY_PLANS } from '../permissions.ts'

interface Plan {
  package: PackageCode
  /** The first day of the plan, from which its months are counted; today by default. */
  startedAt?: Date
  endsAt: Date | null
  seats: number
}

/** For orders only: sets a team's plan. */
export async function setPlan(trx: Db, teamId: string, plan: Plan) {
  await trx
    .updateTable('accounts.team')
    .set({
      package: plan.package,
      package_started_at: plan.startedAt ?? now(),
      package_ends_at: plan.endsAt,
      seats: plan.seats,
    })
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
}

/** For other modules' queries: the plan in effect of a team, without its single documents. */
export const planOf = (teamId: Expression<string>) =>
  sql<PackageCode>`(select case when package_ends_at <= ${now()} then 'free' else package end
    from accounts.team where id = ${teamId})`

const PLAN_COLUMNS = ['package', 'package_started_at', 'package_ends_at', 'seats', 'singles_end_at'] as const

/**
 * For orders only: all columns of a team's plan, for `restorePlan`. The lock allows other transactions to
 * write rows that reference the team.
 */
export const lockPlan = (trx: Db, teamId: string) =>
  trx
    .selectFrom('accounts.team')
    .select([...PLAN_COLUMNS])
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

type LockedPlan = Awaited<ReturnType<typeof lockPlan>>

/** For orders only: restores a team's earlier plan. */
export async function restorePlan(trx: Db, teamId: string, plan: LockedPlan) {
  await trx.updateTable('accounts.team').set(plan).where('id', '=', teamId).execute()
}

/** For orders only: extends the time until which the team's single documents can be edited. */
export async function extendSingleDocuments(trx: Db, teamId: string, until: Date) {
  await trx
    .updateTable('accounts.team')
    .set({ singles_end_at: sql`greatest(singles_end_at, ${until})` })
    .where('id', '=', teamId)
    .execute()
}

/** The team's plan if it ends or ended after `from` and before `to`. */
export const planEndingWithin = (
  db: Db,
  { teamId }: Pick<Viewer, 'teamId'>,
  { from, to }: { from: Date; to: Date },
) =>
  db
    .selectFrom('accounts.team')
    .select(['package', 'package_started_at', 'package_ends_at'])
    .where('id', '=', teamId)
    .where('package', 'in', [...MONTHLY_PLANS])
    .where('package_ends_at', '>', from)
    .where('package_ends_at', '<', to)

export interface MonthlyPlan {
  teamId: string
  package: PackageCode
  startedAt: Date
  endsAt: Date
}

/** The first `limit` teams after an id whose monthly plan ends after `from`, and by `to` if it is set. */
export async function monthlyPlans(
  db: Db,
  { from, to }: { from: Date; to?: Date },
  after: string,
  limit: number,
): Promise<MonthlyPlan[]> {
  const rows = await db
    .selectFrom('accounts.team')
    .select(['id', 'package', 'package_started_at', 'package_ends_at'])
    .where('package', 'in', [...MONTHLY_PLANS])
    .where('package_ends_at', '>', from)
    .$if(to !== undefined, (query) => query.where('package_ends_at', '<=', to!))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    teamId: row.id,
    package: row.package,
    startedAt: row.package_started_at!,
    endsAt: row.package_ends_at!,
  }))
}
