import { lockPlan, setPlan } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { takeBackUses } from '../ledger/usage.ts'
import type { Order } from '../ordering/order.ts'
import { grantsOfPlan } from '../plans/plan.ts'
import { planBefore, recordPlanChange } from '../plans/plan-change.ts'
import { replaceTerm } from '../plans/term.ts'
import type { PackageName } from '../schema.ts'
import { returnToLower } from './lower-terms.ts'
import type { Purchase } from './purchase.ts'
import type { RevokedPurchases } from './refund-schema.ts'

interface RefundEffects {
  /** For a single purchase: the number of uses to revoke. */
  uses: number
  endsPlan: boolean
  staffId: string
}

/**
 * Revokes the purchases of a refund; the caller holds the lock of the team's orders. `record` records it as
 * a change of the plan. Throws INVALID_FIELD if uses have been spent since.
 */
export async function takeBack(
  trx: Db,
  order: Order,
  purchase: Purchase,
  { uses, endsPlan, staffId: by }: RefundEffects,
): Promise<{ taken: RevokedPurchases; record: (refundId: string) => Promise<void> }> {
  const before = await planBefore(trx, order.team_id)
  const source = `refund ${order.id} ${order.refunded}`
  const singleGrants = purchase.grants.filter(({ left }) => left > 0).map(({ id }) => id)
  const rows = await takeBackUses(trx, singleGrants, { max: uses, by, source })
  // Some were spent since the check.
  if (sumOf(rows) < uses) throw new AppError('INVALID_FIELD', { field: 'uses' }, 'desk.problem.usedSince')
  const plan = endsPlan ? await endPlan(trx, order, purchase) : null
  const monthGrants = endsPlan ? await grantsThatEnd(trx, order, purchase) : []
  rows.push(...(await takeBackUses(trx, monthGrants, { max: Number.MAX_SAFE_INTEGER, by, source })))
  const lower = purchase.terms.flatMap((term) => term.lower ?? [])
  const restoredUses = plan?.returnsTo
    ? await returnToLower(trx, { teamId: order.team_id, lower, staffId: by, source })
    : []
  const record = (refundId: string) =>
    recordPlanChange(trx, { teamId: order.team_id, orderId: null, refundId, before })
  return { taken: { uses: subtractUses(sumByKind(rows), restoredUses), plan }, record }
}

type RevokedUses = RevokedPurchases['uses']

const sumOf = (rows: RevokedUses) => rows.reduce((sum, { quantity }) => sum + quantity, 0)

const sumByKind = (rows: RevokedUses): RevokedUses =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, kindRows]) => ({ kind, quantity: sumOf(kindRows) }))

/** The revoked uses minus those that are granted again. */
const subtractUses = (rows: RevokedUses, back: RevokedUses): RevokedUses =>
  rows
    .map(({ kind, quantity }) => ({
      kind,
      quantity: quantity - sumOf(back.filter((one) => one.kind === kind)),
    }))
    .filter(({ quantity }) => quantity > 0)

/**
 * The grants to revoke: for a plan that ends, those of its whole month; for one that returns to a lower
 * plan, those of the higher one.
 */
async function grantsThatEnd(trx: Db, order: Order, { returnsTo, endsAt }: Purchase): Promise<string[]> {
  if (returnsTo) return grantsOfPlan(trx, order.team_id, order.package as PackageName)
  return endsAt <= now() ? grantsOfPlan(trx, order.team_id) : []
}

/** Ends the terms of an order, and with them the plan, or the part of it that they added. */
async function endPlan(trx: Db, order: Order, purchase: Purchase): Promise<RevokedPurchases['plan']> {
  const { terms, endsAt, returnsTo } = purchase
  const { package: endedPlan, to_at } = terms.at(-1)!
  const planChange = { package: endedPlan, before: to_at.toISOString(), until: endsAt.toISOString() }
  for (const term of terms) await replaceTerm(trx, term, term.worth)
  if (returnsTo) return { ...planChange, returnsTo }
  const { package: code, package_started_at, seats } = await lockPlan(trx, order.team_id)
  const startedAt = package_started_at ?? undefined
  await setPlan(trx, order.team_id, { package: code, startedAt, endsAt, seats })
  return planChange
}
