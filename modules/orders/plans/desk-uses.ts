import * as v from 'valibot'
import { findAccountForDesk, logDeskAction } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { grantedKeys } from '../ledger/usage.ts'
import { lockOrders } from '../ordering/place-order.ts'
import { findPackage } from '../packages/package.ts'
import { grantSingleUses, singleKeys } from '../payments/fulfil.ts'
import { SINGLES } from '../schema.ts'
import { DeskReason, mayHavePlan } from './desk-plan.ts'
import { lastChange, planBefore, recordPlanChange, undoChange } from './plan-change.ts'

export const UsesForm = v.object({
  single: v.pipe(v.optional(v.string(), ''), v.picklist(SINGLES, 'common.problem.selected')),
  quantity: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.regex(/^\d{1,6}$/, 'common.problem.wholeNumber'),
    v.transform(Number),
    v.minValue(1, 'common.problem.wholeNumber'),
    v.maxValue(100, 'desk.problem.tooMuch'),
  ),
  usesReason: DeskReason,
  /** The idempotency key of the page: sending the form twice grants once. */
  key: v.pipe(v.string(), v.check(isId)),
})

/** Throws ACCESS_DENIED for the account of a member, of staff, or an erased one. */
export async function findTeam(db: Db, viewer: Viewer, accountId: string) {
  const account = await findAccountForDesk(db, viewer, accountId)
  if (!mayHavePlan(account)) throw new AppError('ACCESS_DENIED')
  return account
}

/**
 * Grants single documents or e-signatures as if they had been bought. Throws ACCESS_DENIED for the account of
 * a member, of staff, or an erased one.
 */
export async function grantSingles(
  db: Db,
  viewer: StaffViewer,
  accountId: string,
  { single, quantity, usesReason: reason, key }: v.InferOutput<typeof UsesForm>,
) {
  const { team_id: teamId } = await findTeam(db, viewer, accountId)
  await inTransaction(db, async (trx) => {
    await lockOrders(trx, teamId)
    const grant = { teamId, contents: await findPackage(trx, single), quantity, source: `desk ${key}` }
    if ((await grantedKeys(trx, singleKeys(grant))).size) return
    const before = await planBefore(trx, teamId)
    await grantSingleUses(trx, grant)
    await recordPlanChange(trx, { teamId, orderId: null, before })
    const changes = [{ what: 'uses' as const, before: '', after: `${single} × ${quantity}` }]
    await logDeskAction(trx, viewer, { accountId, action: 'grant-uses', reason, changes })
  })
}

/**
 * The last change by staff to a team's plan or uses; undefined if an order or a refund has changed them
 * since.
 */
export async function lastDeskChange(db: Db, teamId: string) {
  const change = await lastChange(db, teamId)
  return change?.order_id || change?.refund_id ? undefined : change
}

/**
 * Undoes the last change by staff. Throws ACCESS_DENIED, ORDER_STATUS_WRONG with the reason if there is
 * none, or some of it has been used.
 */
export async function undoDeskChange(db: Db, viewer: Viewer, accountId: string, reason: string) {
  const { team_id: teamId } = await findTeam(db, viewer, accountId)
  await db.transaction().execute(async (trx) => {
    await lockOrders(trx, teamId)
    const change = await lastDeskChange(trx, teamId)
    if (!change) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.changedSince')
    const currentPlan = await planBefore(trx, teamId)
    await undoChange(trx, change, viewer.id)
    const day = (time: string | null) => (time ? time.slice(0, 10) : '')
    const changes = [
      { what: 'plan' as const, before: currentPlan.package, after: change.before.package },
      { what: 'planEnds' as const, before: day(currentPlan.endsAt), after: day(change.before.endsAt) },
    ]
    await logDeskAction(trx, viewer, { accountId, action: 'undo-plan', reason, changes })
  })
}
