import { now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { lockOrders } from '../ordering/place-order.ts'
import { refusedForGood } from '../payments/gateway.ts'
import type { Agreement, AgreementStatus } from '../payments/payment-method.ts'
import { methodNamed } from '../payments/registry.ts'
import { closeRenewalOrder } from './close-order.ts'
import { notifyMandateEnded, notifyRenewalOn } from './renewal-notifications.ts'
import type { Mandate, MandateEnding } from './renewal-schema.ts'

/** Our number of the agreement at the payment service: the id without its hyphens. */
const numberOf = (id: string) => id.replaceAll('-', '')

/** The id of the mandate with this number; null for an invalid number. */
export function mandateIdOf(number: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(number)
  return parts?.slice(1).join('-') ?? null
}

type AgreementColumns = 'id' | 'reference' | 'period' | 'price_limit' | 'first_charge_at'

export const agreementOf = (mandate: Pick<Mandate, AgreementColumns>): Agreement => ({
  number: numberOf(mandate.id),
  reference: mandate.reference,
  months: mandate.period === 'monthly' ? 1 : 12,
  limit: mandate.price_limit,
  firstChargeAt: mandate.first_charge_at,
})

export const findMandate = (db: Db, id: string): Promise<Mandate | undefined> =>
  db.selectFrom('orders.mandate').selectAll().where('id', '=', id).executeTakeFirst()

/** A mandate, locked together with its team's orders. */
export async function lockMandate(trx: Db, { id, team_id }: Pick<Mandate, 'id' | 'team_id'>) {
  await lockOrders(trx, team_id)
  return trx
    .selectFrom('orders.mandate')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Ends a mandate and its open renewals; jobs end the agreement at the payment service and close an unpaid
 * order. The caller must hold the lock of the team's orders. Returns false if the mandate has ended already.
 */
export async function endMandate(
  trx: Db,
  { id, state }: Pick<Mandate, 'id' | 'state'>,
  reason: MandateEnding,
  { silent = false } = {},
): Promise<boolean> {
  const endedMandate = await trx
    .updateTable('orders.mandate')
    .set({ state: 'ended', ended_at: now(), ended_why: reason })
    .where('id', '=', id)
    .where('state', '!=', 'ended')
    .returningAll()
    .executeTakeFirst()
  if (!endedMandate) return false
  const openRenewals = await trx
    .updateTable('orders.renewal')
    .set({ state: 'cancelled' })
    .where('mandate_id', '=', id)
    .where('state', '=', 'open')
    .returning('order_id')
    .execute()
  for (const { order_id: orderId } of openRenewals)
    if (orderId) await closeRenewalOrder.enqueue(trx, { orderId })
  await endAgreementJob.enqueue(trx, { mandateId: id })
  if (state === 'active' && !silent) await notifyMandateEnded(trx, endedMandate)
  return true
}

/** Ends the mandates of an account, which may no longer order for the team. */
export async function endMandatesOf(trx: Db, { accountId }: { accountId: string }, { silent = false } = {}) {
  const mandates = await trx
    .selectFrom('orders.mandate')
    .select(['id', 'team_id'])
    .where('account_id', '=', accountId)
    .where('state', '!=', 'ended')
    .orderBy('team_id')
    .execute()
  for (const one of mandates) await endMandate(trx, await lockMandate(trx, one), 'person', { silent })
}

/** Ends an agreement at the payment service; repeated until the service answers. */
export const endAgreementJob = job<{ mandateId: string }>('end-agreement', async (db, { mandateId }) => {
  const mandate = await findMandate(db, mandateId)
  if (mandate?.state !== 'ended' || mandate.released_at) return
  try {
    await methodNamed(mandate.method)!.agreements!.end(db, agreementOf(mandate))
  } catch (error) {
    log.warn({ event: 'gateway silent', method: mandate.method, mandate: mandateId, error }, 'not ended')
    if (refusedForGood(error)) throw error
    throw new NotYet(`agreement ${mandateId} is not ended`)
  }
  await db.updateTable('orders.mandate').set({ released_at: now() }).where('id', '=', mandateId).execute()
})

/**
 * Queries the payment service about an agreement and stores its state: concluded by the payer, or ended
 * there. Returns whether the service answered.
 */
export async function queryMandate(db: Db, mandate: Mandate): Promise<boolean> {
  const agreements = methodNamed(mandate.method)?.agreements
  if (!agreements) return true
  try {
    const status = await agreements.query(db, agreementOf(mandate))
    await db.transaction().execute(async (trx) => storeStatus(trx, await lockMandate(trx, mandate), status))
    return true
  } catch (error) {
    log.warn({ event: 'gateway silent', method: mandate.method, mandate: mandate.id, error }, 'not asked')
    return false
  }
}

async function storeStatus(trx: Db, mandate: Mandate, status: AgreementStatus) {
  if (status.state === 'ended') await endMandate(trx, mandate, 'gateway')
  if (status.state !== 'active') return
  const { id } = mandate
  const { reference } = status
  // The payer concluded the agreement on a page that was still open after the mandate had ended: no charge
  // is permitted.
  if (mandate.state === 'ended') {
    await trx
      .updateTable('orders.mandate')
      .set({ reference, released_at: null })
      .where('id', '=', id)
      .execute()
    await endAgreementJob.enqueue(trx, { mandateId: id })
  }
  if (mandate.state !== 'pending') return
  await trx
    .updateTable('orders.mandate')
    .set({ state: 'active', reference, agreed_at: now() })
    .where('id', '=', id)
    .execute()
  await notifyRenewalOn(trx, mandate)
}
