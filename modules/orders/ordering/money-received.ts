import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#src/db/db.ts'

/**
 * The payments of an order that did not settle it, exceed its price or were refunded, with their refunds.
 */
export const moneyReceived = (db: Db, orderId: string) =>
  db
    .selectFrom('orders.payment as payment')
    .select([
      'payment.id',
      'amount',
      'currency',
      'received_at',
      'problem',
      'settled_at',
      'refunded',
      'excess',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orders.refund as refund')
          .select(['refund.id', 'refund.reference', 'done_at', 'refund.number', 'reason', 'taken'])
          .select((one) => one.cast<string>('refund.amount', 'text').as('amount'))
          .whereRef('payment_id', '=', 'payment.id')
          .orderBy('refund.id'),
      ).as('refunds'),
    )
    .where('order_id', '=', orderId)
    .where('reversed_at', 'is', null)
    .where((eb) => eb.or([eb('problem', 'is not', null), eb('refunded', '>', 0n), eb('excess', '>', 0n)]))
    .orderBy('payment.id')
    .execute()

export type OrderPayment = Awaited<ReturnType<typeof moneyReceived>>[number]
