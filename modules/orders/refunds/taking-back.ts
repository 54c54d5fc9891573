import { lockPlan, setPlan } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { takeBackUses } from '../ledger/usage.ts'
import type { Order } from '../ordering/order.ts'
import { planPrefix } from '../plans/plan.ts'
import { planBefore, recordPlanChange } from '../plans/plan-change.ts'
import { replaceTerm } from '../plans/term.ts'
import type { Purchase } from './purchase.ts'
import type { TakenBack } from './refund-schema.ts'

interface Taking {
  /** Of a single purchase: the number of uses. */
  uses: number
  endsPlan: boolean
  by: string
}

/**
 * Takes back what a refund takes back, within the lock of the team's orders; `record` notes it as a change of
 * the plan. Throws INVALID_FIELD if uses were spent since.
 */
export async function takeBack(
  trx: Db,
  order: Order,
  purchase: Purchase,
  { uses, endsPlan, by }: Taking,
): Promise<{ taken: TakenBack; record: (refundId: string) => Promise<void> }> {
  const before = await planBefore(trx, order.team_id)
  const source = `refund ${order.id} ${order.refunded}`
  const single = purchase.grants.filter(({ left }) => left > 0).map(({ id }) => id)
  const rows = await takeBackUses(trx, single, { most: uses, by, source })
  // Some were spent since the check.
  if (sumOf(rows) < uses) throw new AppError('INVALID_FIELD', { field: 'uses' }, 'desk.problem.usedSince')
  const plan = endsPlan ? await endPlan(trx, order, purchase) : null
  const ended = endsPlan && purchase.endsAt <= now()
  const month = ended ? await grantsOfPlan(trx, order.team_id) : []
  rows.push(...(await takeBackUses(trx, month, { most: Number.MAX_SAFE_INTEGER, by, source })))
  const record = (refundId: string) =>
    recordPlanChange(trx, { teamId: order.team_id, orderId: null, refundId, before })
  return { taken: { uses: sumByKind(rows), plan }, record }
}

type Uses = TakenBack['uses']

const sumOf = (rows: Uses) => rows.reduce((sum, { quantity }) => sum + quantity, 0)

const sumByKind = (rows: Uses): Uses =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => ({ kind, quantity: sumOf(some) }))

/** Ends the terms of an order, and with them the plan, or as much of it as they added. */
async function endPlan(trx: Db, order: Order, { terms, endsAt }: Purchase): Promise<TakenBack['plan']> {
  for (const term of terms) await replaceTerm(trx, term, term.worth)
  const { package: code, package_started_at, seats } = await lockPlan(trx, order.team_id)
  const startedAt = package_started_at ?? undefined
  await setPlan(trx, order.team_id, { package: code, startedAt, endsAt, seats })
  const before = terms.at(-1)!.to_at.toISOString()
  return { package: terms.at(-1)!.package, before, until: endsAt.toISOString() }
}

/** The grants of the current month of a team's plan. */
async function grantsOfPlan(trx: Db, teamId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('orders.usage_entry')
    .select('id')
    .where('team_id', '=', teamId)
    .where('quantity', '>', 0)
    .where('expires_at', '>', now())
    .where('key', 'like', `${planPrefix(teamId)}%`)
    .where('key', 'not like', `${planPrefix(teamId)}free %`)
    .execute()
  return rows.map(({ id }) => id)
}
