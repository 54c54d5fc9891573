import { type Expression, type RawBuilder, sql } from 'kysely'
import { planOf } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/**
 * For other modules' queries: whether a team's plan in effect includes its own logo and colour, today or in
 * the contents that it bought.
 */
export function includesBrand(db: Db, teamId: Expression<string>): RawBuilder<boolean> {
  const sold = db
    .selectFrom('orders.package as package')
    .select('package.code')
    .where('package.plan', '=', planOf(teamId))
    .where('package.brand', '=', true)
  const bought = db
    .selectFrom('orders.term as term')
    .leftJoin('orders.order as order', 'order.id', 'term.order_id')
    .select('term.id')
    .where('term.team_id', '=', teamId)
    .where('replaced_at', 'is', null)
    .where('from_at', '<=', now())
    .where('to_at', '>', now())
    .where(
      sql<boolean>`coalesce(term.contents, "order".contents) @> jsonb_build_object('brand', true, 'plan', ${planOf(teamId)})`,
    )
  return sql<boolean>`(exists ${sold} or exists ${bought})`
}
