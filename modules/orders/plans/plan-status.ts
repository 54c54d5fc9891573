import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { linesFrom, sumsIn } from '../ledger/usage-summary.ts'
import { supportLevels } from '../packages/support.ts'
import { MONTHLY, type Monthly, type PackageName, type Period } from '../schema.ts'
import { liveTerms } from './term.ts'

/** A term of a plan in the form of the account page. */
interface PlanPeriod {
  package: PackageName
  period: Period
  from: Date
  to: Date
}

/** The status of a team's plan: the remaining uses, the unpaid order, and the following plan. */
export async function findPlanStatus(db: Db, viewer: Viewer) {
  const pendingOrder = db
    .selectFrom('orders.order')
    .select(['id', 'number', 'package', 'period', 'quantity'])
    .where('team_id', '=', viewer.teamId)
    .where('state', '=', 'pending')
    .where('kind', '!=', 'single')
    .where('pay_until', '>', now())
    .orderBy('id', 'desc')
    .limit(1)
  const mandate = db
    .selectFrom('orders.mandate')
    .select('id')
    .where('team_id', '=', viewer.teamId)
    .where('state', '=', 'active')
  const support = supportLevels(db).where('code', '=', viewer.package as PackageName)
  const terms = liveTerms(db, viewer.teamId).clearSelect().select(['package', 'period', 'from_at', 'to_at'])
  const row = await db
    .selectNoFrom([
      sumsIn(db, viewer).as('sums'),
      jsonArrayFrom(terms).as('terms'),
      jsonObjectFrom(pendingOrder).as('pending'),
      jsonObjectFrom(support).as('support'),
      jsonObjectFrom(mandate).as('mandate'),
    ])
    .executeTakeFirstOrThrow()
  const periods = row.terms.map(
    ({ from_at, to_at, ...term }): PlanPeriod => ({
      ...term,
      from: new Date(from_at),
      to: new Date(to_at),
    }),
  )
  const lastPeriod = periods.at(-1)
  return {
    usage: linesFrom(row.sums),
    pending: row.pending,
    /** Whether the plan is renewed automatically. */
    automatic: row.mandate !== null,
    /** Null when the team has only single documents. */
    support: row.support,
    following: periods.filter(({ from }) => from > now()),
    /**
     * The plan that can be renewed, and the higher plans; empty for an individually agreed plan, or without
     * a plan.
     */
    renewal:
      lastPeriod && isMonthly(lastPeriod.package)
        ? { package: lastPeriod.package, period: lastPeriod.period }
        : null,
    higher:
      lastPeriod && isMonthly(lastPeriod.package)
        ? MONTHLY.slice(MONTHLY.indexOf(lastPeriod.package) + 1)
        : [],
  }
}

const isMonthly = (code: string): code is Monthly => MONTHLY.includes(code as Monthly)

export type PlanStatus = Awaited<ReturnType<typeof findPlanStatus>>
