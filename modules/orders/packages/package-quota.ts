import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * For other modules' queries: the storage quota of the team's plan in bytes (null if agreed individually),
 * and whether PDFs may be uploaded. One row. The contents of the current term apply; without one, those of
 * the package today.
 */
export const packageQuota = (db: Db, { teamId, package: plan }: Pick<Viewer, 'package' | 'teamId'>) => {
  const boughtQuota = db
    .selectFrom('orders.term as term')
    .leftJoin('orders.order as order', 'order.id', 'term.order_id')
    .select((eb) => eb.fn.coalesce('term.contents', 'order.contents').as('contents'))
    .where('term.team_id', '=', teamId)
    .where('replaced_at', 'is', null)
    .where('from_at', '<=', now())
    .where('to_at', '>', now())
    .orderBy('from_at', 'desc')
    .limit(1)
  return db
    .selectFrom('orders.package')
    .leftJoin(boughtQuota.as('bought'), (join) => join.on(sql<boolean>`bought.contents ->> 'plan' = ${plan}`))
    .where('plan', '=', plan)
    .select((eb) => [
      sql<string | null>`case
        when bool_or(bought.contents is not null) then max((bought.contents ->> 'storage')::bigint)
        when bool_and(storage is not null) then max(storage)
      end`.as('room'),
      // Terms from before PDFs could be uploaded do not have this value.
      eb.fn
        .coalesce(sql<boolean>`bool_or(upload or (bought.contents ->> 'upload')::boolean)`, sql.lit(false))
        .as('upload'),
    ])
}
