import { handleTailoredOrders } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { findChangeable } from './consultation.ts'
import { isBeingPaid } from './moves.ts'
import { notifyCustomer, notifyStaff } from './notifications.ts'
import { lockRequest, numberOf, recordAction, takeStep } from './step.ts'

/** Paying the order of an offer accepts the offer. */
handleTailoredOrders({
  async find(db, viewer, requestId) {
    const request = await findChangeable(db, viewer, requestId)
    const { state, amount_cny, amount_usd } = request
    if (state !== 'offered' || !amount_cny) throw new AppError('CONSULTATION_STATUS_WRONG')
    return {
      reference: numberOf(requestId),
      subject: request.subject,
      offer: request.offers,
      days: request.days!,
      amounts: { CNY: amount_cny, ...(amount_usd && { USD: amount_usd }) },
      pendingOrderId: isBeingPaid(request) ? request.order_id : null,
    }
  },

  async lock(trx, requestId) {
    if (isId(requestId))
      await trx
        .selectFrom('consultations.consultation')
        .select('id')
        .where('id', '=', requestId)
        .forUpdate()
        .execute()
  },

  async placed(trx, { id, request_id, pay_until }) {
    await setOrder(trx, request_id!, { order_id: id, order_until: pay_until })
  },

  async ended(trx, { request_id }) {
    await setOrder(trx, request_id!, { order_until: null })
  },

  async paid(trx, { id, request_id, offer, account_id }) {
    const { state, offers } = await lockRequest(trx, request_id!)
    if (state !== 'offered' || offers !== offer) return false
    const columns = { agreed_at: now(), order_id: id, order_until: null }
    const request = await takeStep(trx, { side: 'customer', id: account_id }, request_id!, 'accept', {
      set: columns,
    })
    if (!request) return false
    await notifyCustomer(trx, request, 'accepted')
    await notifyStaff(trx, request, 'accept')
    return true
  },

  async reversed(trx, { request_id, account_id }) {
    const { state } = await lockRequest(trx, request_id!)
    if (state !== 'accepted') return false
    await trx
      .updateTable('consultations.consultation')
      .set({ state: 'offered', agreed_at: null, due_at: null, order_until: null })
      .where('id', '=', request_id!)
      .execute()
    const action = { consultation_id: request_id!, action: 'unpaid', words: '' } as const
    await recordAction(trx, { side: 'staff', id: account_id }, action)
    return true
  },

  async refunded(trx, { request_id }, { id, reason: words }) {
    const { state } = await lockRequest(trx, request_id!)
    if (state !== 'accepted' && state !== 'delivered') return
    const request = await takeStep(trx, { side: 'staff', id }, request_id!, 'close', { words })
    if (request) await notifyCustomer(trx, request, 'closed', words)
  },
})

const setOrder = (trx: Db, id: string, set: { order_id?: string; order_until: Date | null }) =>
  trx.updateTable('consultations.consultation').set(set).where('id', '=', id).execute()
