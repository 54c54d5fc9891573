import { requirePermission } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { lockOrders } from '../ordering/place-order.ts'
import { findOffer, priceOf } from '../packages/offer.ts'
import { beginPayment } from '../payments/gateway.ts'
import { requireMethod } from '../payments/registry.ts'
import { liveTerms } from '../plans/term.ts'
import type { MethodName } from '../schema.ts'
import { agreementOf, endMandate, findMandate, lockMandate } from './mandate.ts'
import type { Mandate, RenewalPeriod } from './renewal-schema.ts'
import { mayAgree, usualCharge } from './timing.ts'

/** Requires the administrator, as for every order of a monthly package. */
export function requireRenewing(viewer: Viewer) {
  if (viewer.role !== 'admin') throw new AppError('SUB_ACCOUNT_CANNOT_ORDER')
  requirePermission(viewer, 'order.monthly')
}

export interface RenewalRequest {
  period: RenewalPeriod
  method: MethodName
  /** The price shown on the page, in minor units. */
  price: bigint
  invoice: boolean
}

/**
 * Begins a mandate to renew the team's plan: its administrator concludes the agreement at the payment
 * service, and nothing is charged before that. Ends an earlier mandate that was not concluded. Throws
 * PLAN_NOT_EFFECTIVE without a plan, PLAN_NOT_PURCHASABLE for one that cannot be renewed automatically,
 * ORDER_STATUS_WRONG when it is too late before the plan's end or renewal is on, ORDER_PRICE_CHANGED,
 * PAYMENT_UNAVAILABLE.
 */
export async function switchOn(db: Db, viewer: Viewer, request: RenewalRequest): Promise<Mandate> {
  requireRenewing(viewer)
  const method = requireMethod(request.method)
  if (!method.agreements) throw new AppError('PAYMENT_UNAVAILABLE')
  return db.transaction().execute(async (trx) => {
    await lockOrders(trx, viewer.teamId)
    const lastTerm = (await liveTerms(trx, viewer.teamId).execute()).at(-1)
    if (!lastTerm) throw new AppError('PLAN_NOT_EFFECTIVE')
    if (!mayAgree(lastTerm.to_at))
      throw new AppError('ORDER_STATUS_WRONG', {}, 'orders.renewal.problem.tooLate')
    const offer = await findOffer(trx, lastTerm.package)
    const price = offer && priceOf(offer, request.period, method.currency)
    if (!price) throw new AppError('PLAN_NOT_PURCHASABLE')
    if (price !== request.price) throw new AppError('ORDER_PRICE_CHANGED')
    await endUnconcluded(trx, viewer.teamId)
    return insertMandate(trx, viewer, {
      period: request.period,
      method: request.method,
      invoice: request.invoice,
      package: lastTerm.package,
      currency: method.currency,
      price_limit: price,
      first_charge_at: usualCharge(lastTerm.to_at),
    })
  })
}

type BeginColumns = Parameters<typeof agreementOf>[0] & Pick<Mandate, 'method'>

/**
 * The page on which the payer concludes the agreement; undefined while the payment service does not answer.
 */
export async function placeToConclude(db: Db, mandate: BeginColumns): Promise<string | undefined> {
  const { id, method } = mandate
  const { agreements } = requireMethod(method)
  try {
    return (await beginPayment({ id, method }, agreements!.begin(db, agreementOf(mandate), id))).go
  } catch (error) {
    if (error instanceof AppError && error.code === 'PAYMENT_UNAVAILABLE') return undefined
    throw error
  }
}

/** Ends a mandate that was not concluded. Throws ORDER_STATUS_WRONG if renewal is on. */
async function endUnconcluded(trx: Db, teamId: string) {
  const current = await currentMandate(trx, teamId)
  if (current?.state === 'active') throw new AppError('ORDER_STATUS_WRONG', {}, 'orders.renewal.problem.isOn')
  if (current) await endMandate(trx, current, 'replaced')
}

type NewMandate = Pick<
  Mandate,
  'period' | 'method' | 'invoice' | 'package' | 'currency' | 'price_limit' | 'first_charge_at'
>

const insertMandate = (trx: Db, viewer: Viewer, mandate: NewMandate): Promise<Mandate> =>
  trx
    .insertInto('orders.mandate')
    .values({
      id: newId(),
      team_id: viewer.teamId,
      account_id: viewer.id,
      method: mandate.method,
      package: mandate.package,
      period: mandate.period,
      currency: mandate.currency,
      price_limit: mandate.price_limit,
      invoice: mandate.invoice,
      state: 'pending',
      reference: null,
      first_charge_at: mandate.first_charge_at,
      begun_at: now(),
      agreed_at: null,
      ended_at: null,
      ended_why: null,
      released_at: null,
      asked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The mandate of a team that has not ended. */
export const currentMandate = (db: Db, teamId: string): Promise<Mandate | undefined> =>
  db
    .selectFrom('orders.mandate')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('state', '!=', 'ended')
    .orderBy('state')
    .limit(1)
    .executeTakeFirst()

/** A mandate of the viewer's team. Throws NOT_FOUND. */
export async function findOwnMandate(db: Db, viewer: Viewer, id: string): Promise<Mandate> {
  requireRenewing(viewer)
  const mandate = isId(id) ? await findMandate(db, id) : undefined
  return mandate?.team_id === viewer.teamId ? mandate : notFound()
}

/**
 * Ends the renewal of the viewer's team, at any time; earlier charges remain. Returns false if it was off.
 */
export async function switchOff(db: Db, viewer: Viewer): Promise<boolean> {
  requireRenewing(viewer)
  return endCurrent(db, viewer.teamId, 'customer')
}

type LogEnd = (trx: Db, mandate: Mandate) => unknown

async function endCurrent(db: Db, teamId: string, reason: 'customer' | 'staff', log?: LogEnd) {
  return db.transaction().execute(async (trx) => {
    await lockOrders(trx, teamId)
    const current = await currentMandate(trx, teamId)
    if (!current) return false
    const hasEnded = await endMandate(trx, await lockMandate(trx, current), reason)
    if (hasEnded) await log?.(trx, current)
    return hasEnded
  })
}

/** Ends the renewal on behalf of staff; `log` writes the staff log in the same transaction. */
export const endByStaff = (db: Db, teamId: string, log: LogEnd) => endCurrent(db, teamId, 'staff', log)
