import { ago, HOUR, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The maximum number of orders that may wait for payment. */
export const MAX_PENDING = { account: 10, team: 30 }
/** The maximum number of orders placed within an hour, including closed and paid ones. */
export const MAX_PER_HOUR = { account: 20, team: 60 }

const WORDS = {
  account: { pending: 'common.error.ORDER_LIMIT', hour: 'orders.limit.hour' },
  team: { pending: 'orders.limit.teamPending', hour: 'orders.limit.teamHour' },
} as const

/**
 * Prevents an account or a team from placing many orders, because each of them notifies people. The caller
 * must hold `lockOrders`. Throws ORDER_LIMIT while too many orders wait for payment, TOO_MANY_REQUESTS after
 * too many orders within an hour. Makes one query.
 */
export async function requireFewOrders(trx: Db, { id, teamId }: Pick<Viewer, 'id' | 'teamId'>) {
  const counts = await trx
    .selectFrom('orders.order')
    .select(['account_id', 'created_at'])
    .select((eb) => eb.and([eb('state', '=', 'pending'), eb('pay_until', '>', now())]).as('pending'))
    .where('team_id', '=', teamId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'pending'), eb('pay_until', '>', now())]),
        eb('created_at', '>', ago(HOUR)),
      ]),
    )
    .orderBy('created_at')
    .execute()
  const groups = { account: counts.filter(({ account_id }) => account_id === id), team: counts }
  for (const scope of ['account', 'team'] as const) {
    const pendingOrders = groups[scope].filter((order) => order.pending)
    const max = MAX_PENDING[scope]
    if (pendingOrders.length >= max) throw new AppError('ORDER_LIMIT', { max }, WORDS[scope].pending)
  }
  for (const scope of ['account', 'team'] as const) {
    const placedTimes = groups[scope].map((order) => order.created_at).filter((at) => at > ago(HOUR))
    const max = MAX_PER_HOUR[scope]
    if (placedTimes.length < max) continue
    const retryAfter = Math.ceil((placedTimes.at(-max)!.getTime() - ago(HOUR).getTime()) / 1000)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter, max }, WORDS[scope].hour)
  }
}
