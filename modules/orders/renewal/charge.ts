import { findViewer } from '#modules/accounts/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { chooseInvoice } from '../invoices/details/choice.ts'
import { fieldsOf } from '../invoices/details/details.ts'
import { findStoredTitle } from '../invoices/details/stored-title.ts'
import type { Order } from '../ordering/order.ts'
import { insertOrder } from '../ordering/place-order.ts'
import { type Quote, quote } from '../ordering/quote.ts'
import type { ChargeAnswer } from '../payments/payment-method.ts'
import { queryGateway } from '../payments/query-gateway.ts'
import { methodNamed } from '../payments/registry.ts'
import { liveTerms } from '../plans/term.ts'
import { closeAtGateway, hasUnsettled, orderWith, storeClosed, storePaid } from './close-order.ts'
import { agreementOf, endMandate, lockMandate } from './mandate.ts'
import { notifyChargeFailed } from './renewal-notifications.ts'
import type { ChargeFailure, Mandate, Renewal } from './renewal-schema.ts'
import { nextTry } from './timing.ts'

/**
 * Places the order of a renewal that is due and charges it, once: a repetition continues with the same
 * order, and first queries the gateway about it.
 */
export const chargeRenewal = job<{ renewalId: string }>('charge-renewal', async (db, { renewalId }) => {
  const order = await orderToCharge(db, renewalId)
  if (!order) return
  fault('renewal: order placed, not charged')
  if (!(await queryGateway(db, order))) throw new NotYet(`order ${order.number} is not answered`)
  const answer = await charge(db, renewalId, order)
  fault('renewal: charged, not settled')
  if (answer === 'stopped') return
  if (answer !== 'requested') return afterRefusal(db, renewalId, order, answer)
  const isAnswered = await queryGateway(db, order)
  if (!(await finishRenewal(db, renewalId, order)))
    throw new NotYet(`order ${order.number} is not ${isAnswered ? 'paid' : 'answered'}`)
})

const findRenewal = (db: Db, id: string): Promise<Renewal> =>
  db.selectFrom('orders.renewal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A renewal and its mandate, locked together with the team's orders. */
async function lockRenewal(trx: Db, id: string) {
  const { team_id, mandate_id } = await findRenewal(trx, id)
  const mandate = await lockMandate(trx, { id: mandate_id, team_id })
  const lockedRow = trx.selectFrom('orders.renewal').selectAll().where('id', '=', id).forUpdate()
  return { mandate, renewal: await lockedRow.executeTakeFirstOrThrow() }
}

const updateRenewal = (db: Db, id: string, values: Partial<Renewal>) =>
  db.updateTable('orders.renewal').set(values).where('id', '=', id).execute()

/**
 * The pending order of a renewal that is due, placed now if there is none; null if there is nothing to
 * charge.
 */
const orderToCharge = (db: Db, renewalId: string): Promise<Order | null> =>
  db.transaction().execute(async (trx) => {
    const { mandate, renewal } = await lockRenewal(trx, renewalId)
    if (renewal.state !== 'open' || renewal.charge_at > now()) return null
    if (!renewal.order_id) return placeDue(trx, mandate, renewal)
    const order = await orderWith(trx, renewal.order_id)
    if (order.state === 'pending') return order
    if (order.state === 'paid') await storePaid(trx, order.id)
    else await storeFailure(trx, { mandate, renewal }, 'unanswered')
    return null
  })

async function placeDue(trx: Db, mandate: Mandate, renewal: Renewal): Promise<Order | null> {
  const viewer = await requireMandated(trx, mandate)
  if (!viewer) return null
  const terms = await liveTerms(trx, mandate.team_id).execute()
  const endsAt = terms.at(-1)?.to_at.getTime()
  if (endsAt !== renewal.plan_ends_at.getTime()) {
    await updateRenewal(trx, renewal.id, { state: 'needless' })
    return null
  }
  if (await hasOwnOrder(trx, mandate.team_id)) return null
  const price = await priceNow(trx, viewer, mandate)
  if (!price || price.total > renewal.price || price.total > mandate.price_limit) {
    await endMandate(trx, mandate, price ? 'price' : 'planChanged')
    return null
  }
  const order = await placeRenewalOrder(trx, viewer, mandate, price)
  await updateRenewal(trx, renewal.id, { order_id: order.id })
  return order
}

/**
 * The administrator under whose mandate a plan is renewed. Ends the mandate and returns null if they may no
 * longer order for the team, or if the plan has changed or ended.
 */
export async function requireMandated(trx: Db, mandate: Mandate): Promise<Viewer | null> {
  const viewer = await findViewer(trx, mandate.account_id)
  const isOurs = viewer?.role === 'admin' && viewer.teamId === mandate.team_id
  const lastTerm = (await liveTerms(trx, mandate.team_id).execute()).at(-1)
  const reason = !isOurs
    ? 'person'
    : !lastTerm
      ? 'planEnded'
      : lastTerm.package !== mandate.package
        ? 'planChanged'
        : null
  if (!reason) return viewer
  await endMandate(trx, mandate, reason)
  return null
}

/** How long after its order has expired a transfer may still arrive. */
const LATE_TRANSFER = 5 * DAY

/**
 * Whether the team has placed an order for a plan that can still be paid; a transfer made in time may arrive
 * after its order has expired.
 */
const hasOwnOrder = async (trx: Db, teamId: string) =>
  (await trx
    .selectFrom('orders.order')
    .select('id')
    .where('team_id', '=', teamId)
    .where('kind', 'in', ['plan', 'renewal', 'upgrade'])
    .where('mandate_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'pending'),
        eb.and([
          eb('state', '=', 'expired'),
          eb('method', '=', 'bank'),
          eb('ended_at', '>', ago(LATE_TRANSFER)),
        ]),
      ]),
    )
    .executeTakeFirst()) !== undefined

/** The renewal at the current price; null if it is no longer sold. */
async function priceNow(trx: Db, viewer: Viewer, mandate: Mandate): Promise<Quote | null> {
  const { package: code, period, currency } = mandate
  try {
    return await quote(trx, viewer, { package: code, period, currency, quantity: 1, kind: 'renewal' })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function placeRenewalOrder(trx: Db, viewer: Viewer, mandate: Mandate, price: Quote): Promise<Order> {
  const { prices: _, ...contents } = price.offer
  const order = await insertOrder(trx, viewer, {
    ...price,
    package: contents.code,
    contents,
    method: methodNamed(mandate.method)!,
    key: undefined,
    mandateId: mandate.id,
  })
  const title = mandate.invoice && (await findStoredTitle(trx, viewer))
  if (title) await chooseInvoice(trx, viewer, order.id, fieldsOf(title))
  return order
}

/**
 * Charges the order while the mandate is locked, so that it cannot be ended during the charge; charges
 * nothing if it was ended before.
 */
const charge = (db: Db, renewalId: string, { id }: Order): Promise<ChargeAnswer | 'stopped'> =>
  db.transaction().execute(async (trx) => {
    const { mandate_id } = await findRenewal(trx, renewalId)
    const lockedRow = trx.selectFrom('orders.mandate').selectAll().where('id', '=', mandate_id).forUpdate()
    const mandate = await lockedRow.executeTakeFirstOrThrow()
    const order = await orderWith(trx, id)
    if (order.state === 'paid' || (await hasUnsettled(trx, id))) return 'requested'
    if (mandate.state !== 'active' || order.state !== 'pending') return 'stopped'
    const agreements = methodNamed(mandate.method)!.agreements!
    return agreements.charge(trx, agreementOf(mandate), order).catch((error) => {
      throw new NotYet(`order ${order.number}: ${error}`)
    })
  })

/**
 * Returns whether the renewal is done: its order is paid, or its money settled no order, which the desk
 * handles.
 */
async function finishRenewal(db: Db, renewalId: string, { id }: Order): Promise<boolean> {
  if ((await orderWith(db, id)).state === 'paid') {
    await storePaid(db, id)
    return true
  }
  if (!(await hasUnsettled(db, id))) return false
  await db.transaction().execute(async (trx) => {
    const { mandate, renewal } = await lockRenewal(trx, renewalId)
    await updateRenewal(trx, renewal.id, { state: 'failed', failure: 'refused' })
    await endMandate(trx, mandate, 'planChanged')
  })
  return true
}

/** Closes the order of a refused charge, so that it cannot be paid in addition to the next one. */
async function afterRefusal(db: Db, renewalId: string, order: Order, reason: ChargeFailure) {
  if (!(await closeAtGateway(db, order))) {
    await finishRenewal(db, renewalId, order)
    return
  }
  await db.transaction().execute(async (trx) => {
    const lockedRenewal = await lockRenewal(trx, renewalId)
    if (!(await storeClosed(trx, order.id)) || lockedRenewal.renewal.state !== 'open') return
    await storeFailure(trx, lockedRenewal, reason)
  })
}

/** Tries again a day later or, if that is useless or too late, ends the mandate. */
async function storeFailure(
  trx: Db,
  { mandate, renewal }: { mandate: Mandate; renewal: Renewal },
  failure: ChargeFailure,
) {
  const tries = renewal.tries + 1
  const nextAttemptAt = failure === 'agreement' ? null : nextTry(renewal.plan_ends_at, tries)
  if (nextAttemptAt) {
    await updateRenewal(trx, renewal.id, { tries, failure, charge_at: nextAttemptAt, order_id: null })
    await notifyChargeFailed(trx, mandate, { ...renewal, failure, charge_at: nextAttemptAt })
    return
  }
  await updateRenewal(trx, renewal.id, { tries, failure, state: 'failed' })
  await endMandate(trx, mandate, failure === 'agreement' ? 'gateway' : 'unpaid')
}
