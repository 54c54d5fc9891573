import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The team's unused uses that expire before a time, by kind and end, soonest first. */
export function expiringUses(db: Db, { teamId }: Pick<Viewer, 'teamId'>, before: Date) {
  const rests = db
    .selectFrom('orders.usage_entry as source')
    .select(['source.kind', 'source.expires_at'])
    // Each spend records the rest of its grant, so the minimum is the present rest; the ledger's index
    // covers this.
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('orders.usage_entry as spend')
            .select((spend) => spend.fn.min('spend.left_after').as('left'))
            .whereRef('spend.grant_id', '=', 'source.id'),
          'source.quantity',
        )
        .as('unused'),
    )
    .where('team_id', '=', teamId)
    .where('quantity', '>', 0)
    .where('expires_at', '>', now())
    .where('expires_at', '<', before)
  return db
    .selectFrom(rests.as('rest'))
    .select((eb) => ['kind', 'expires_at', eb.fn.sum<number>('unused').as('unused')])
    .where('unused', '>', 0)
    .groupBy(['kind', 'expires_at'])
    .orderBy('expires_at')
    .orderBy('kind')
}
