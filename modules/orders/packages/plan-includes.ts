import { type Expression, type RawBuilder, sql } from 'kysely'
import { planOf } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/** Features of a plan that other modules provide: a brand of the team, and the API. */
type Feature = 'brand' | 'automated_user'

/**
 * For other modules' queries: whether a team's plan in effect includes a feature, in today's contents or in
 * those that the team bought.
 */
export function planIncludes(db: Db, teamId: Expression<string>, feature: Feature): RawBuilder<boolean> {
  const soldFeature = db
    .selectFrom('orders.package as package')
    .select('package.code')
    .where('package.plan', '=', planOf(teamId))
    .where(`package.${feature}`, '=', true)
  const boughtFeature = db
    .selectFrom('orders.term as term')
    .leftJoin('orders.order as order', 'order.id', 'term.order_id')
    .select('term.id')
    .where('term.team_id', '=', teamId)
    .where('replaced_at', 'is', null)
    .where('from_at', '<=', now())
    .where('to_at', '>', now())
    .where(
      sql<boolean>`coalesce(term.contents, "order".contents) @> jsonb_build_object(${feature}::text, true, 'plan', ${planOf(teamId)})`,
    )
  return sql<boolean>`(exists ${soldFeature} or exists ${boughtFeature})`
}
