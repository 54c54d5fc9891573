import { sql } from 'kysely'
import { type OpenMoney, onOpenMoney } from '#src/auth/open-money.ts'
import { isOpen } from './unsettled/payment.ts'

const kindColumn = (name: OpenMoney['kind']) => sql<OpenMoney['kind']>`${sql.lit(name)}`.as('kind')

onOpenMoney((db, { accountId, teamId }) => {
  const ownOrders = db
    .selectFrom('orders.order')
    .selectAll()
    .where((eb) => eb.or([eb('account_id', '=', accountId), ...(teamId ? [eb('team_id', '=', teamId)] : [])]))
  const slips = db
    .selectFrom(ownOrders.as('order'))
    .innerJoin('orders.slip as slip', 'slip.order_id', 'order.id')
    .select(['number as label', kindColumn('slip'), sql<string>`'/desk/orders/' || "order".id`.as('path')])
    .where('state', '=', 'pending')
    .where('erased_at', 'is', null)
    .where('refused_at', 'is', null)
  const refunds = db
    .selectFrom(ownOrders.as('order'))
    .innerJoin('orders.payment as payment', 'payment.order_id', 'order.id')
    .innerJoin('orders.refund as refund', 'refund.payment_id', 'payment.id')
    .select(['order.number as label', kindColumn('refund')])
    .select(
      sql<string>`case when refund.number is null then '/desk/payments/' || payment.id
        else '/desk/orders/' || "order".id || '/refund' end`.as('path'),
    )
    .where('done_at', 'is', null)
  const payments = db
    .selectFrom(ownOrders.as('order'))
    .innerJoin('orders.payment as payment', 'payment.order_id', 'order.id')
    .select(['payment.reference as label', kindColumn('payment')])
    .select(sql<string>`'/desk/payments/' || payment.id`.as('path'))
    .where(isOpen(sql`payment.id`))
    .where(
      'payment.id',
      'not in',
      db.selectFrom('orders.refund').select('payment_id').where('done_at', 'is', null),
    )
  return slips.unionAll(refunds).unionAll(payments).execute()
})
