import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requireAccountsDesk, staffNames, teamsByName } from '#modules/accounts/index.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Money } from '#src/core/money.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { methodNamed } from '../../payments/registry.ts'

export interface PaymentFilter {
  show: 'open' | 'settled'
  before: string
}

export const readPaymentFilter = (query: Record<string, string | undefined>): PaymentFilter => ({
  show: query.show === 'settled' ? 'settled' : 'open',
  before: isId(query.before ?? '') ? query.before! : '',
})

const ROWS = 20

/**
 * One page of payments that did not settle their order, and of excess amounts: either those that wait for
 * staff, including pending refunds, or those that staff have settled. Makes one query.
 */
export async function listUnsettled(db: Db, viewer: Viewer, { show, before }: PaymentFilter) {
  requireAccountsDesk(viewer)
  let query = payments(db)
    .orderBy('payment.id', 'desc')
    .limit(ROWS + 1)
  if (show === 'open') query = query.where(isOpen(sql`payment.id`))
  else
    query = query.where('payment.settled_at', 'is not', null).where((eb) => eb.not(isOpen(sql`payment.id`)))
  if (before) query = query.where('payment.id', '<', before)
  return onePage(await query.execute(), ROWS)
}

/**
 * The state of a payment's refunds: one was permanently refused, one waits, or one was made by bank
 * transfer; otherwise null.
 */
const refundState = sql<'refused' | 'waits' | 'byHand' | null>`(select case
  when bool_or(done_at is null and refused is not null) then 'refused'
  when bool_or(done_at is null) then 'waits' when bool_or(by_hand) then 'byHand' end
  from orders.refund where payment_id = payment.id)`

/** Whether staff must settle, refund or transfer a payment. Each part of the union has an index. */
export const isOpen = (id: RawBuilder<unknown>) => sql<boolean>`${id} in (
  select id from orders.payment where problem is not null and settled_at is null and reversed_at is null
  union all select payment_id from orders.refund where done_at is null
  union all select over.id from orders.payment as over where excess > 0 and reversed_at is null and excess >
    (select coalesce(sum(back.amount), 0) from orders.refund as back
      where payment_id = over.id and number is null))`

fillsQueue('payments', {
  from: sql`orders.payment where ${isOpen(sql`id`)}`,
  since: 'created_at',
  items: {
    table: 'orders.payment',
    isOpen: isOpen(sql`id`),
    account: sql`(select account_id from orders."order" where id = order_id)`,
    label: () => sql`reference`,
  },
})

/** The amount still to be returned: pending refunds, and an excess without a refund. */
const toRefund = sql<Money>`(select coalesce(sum(amount) filter (where done_at is null), 0)
  + payment.excess - least(payment.excess, coalesce(sum(amount) filter (where number is null), 0))
  from orders.refund where payment_id = payment.id)`

const payments = (db: Db) =>
  db
    .selectFrom('orders.payment as payment')
    .leftJoin('orders.order as order', 'order.id', 'payment.order_id')
    .leftJoin(teamsByName(db).as('team'), 'team.id', 'order.team_id')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'payment.owner_id')
    .select(['payment.owner_id', 'payment.owner_note', 'owner.name as ownerName'])
    .select(['payment.id', 'payment.method', 'reference', 'payment.currency', 'amount', 'payment.refunded'])
    .select(['received_at', 'problem', 'settled_at', 'confirmed_by', 'order_id'])
    .select(['order.number', 'order.total', 'order.state', 'order.currency as orderCurrency'])
    .select('order.refunded as ofOrder')
    .select(['order.account_id', 'team.name as teamName'])
    .select(refundState.as('refundState'))
    .select(['excess', 'transfer', toRefund.as('toRefund')])
    .where('payment.reversed_at', 'is', null)

export type ListedPayment = Awaited<ReturnType<typeof listUnsettled>>['rows'][number]

/** The line of the statement about a payment. */
export interface PaymentLine {
  statementId: string
  payer: string
  remark: string
}

const openParts = sql<{ count: number; sum: string } | null>`(select
  jsonb_build_object('count', count(*), 'sum', sum(part.amount)::text)
  from orders.payment as part where part.order_id = payment.order_id and part.method = 'bank'
    and part.currency = "order".currency and part.problem is not null and part.settled_at is null
    and part.reversed_at is null and part.refunded = 0 having count(*) > 0)`

const statementLine = sql<PaymentLine | null>`(select
  jsonb_build_object('statementId', statement.id, 'payer', line.payer, 'remark', line.remark)
  from orders.statement as statement, jsonb_to_recordset(statement.lines)
    as line(reference text, payer text, remark text)
  where statement.method = payment.method and first_at <= received_at and last_at >= received_at
    and line.reference in (payment.reference, payment.transfer)
  order by statement.confirmed_at nulls last, statement.id limit 1)`

/**
 * An unsettled payment, or one that settled its order, with its refunds. Makes one query. Throws NOT_FOUND.
 */
export async function findPayment(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  const query = payments(db)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orders.refund as refund')
          .innerJoin(staffNames(db).as('staff'), 'staff.id', 'refund.staff_id')
          .select(['refund.id', 'reason', 'refund.reference', 'refund.created_at', 'done_at', 'staff.name'])
          .select(['refused', 'by_hand', 'refund.number'])
          .select((one) => one.cast<string>('refund.amount', 'text').as('amount'))
          .whereRef('payment_id', '=', 'payment.id')
          .orderBy('refund.id'),
      ).as('refunds'),
    )
    .select([statementLine.as('line'), openParts.as('parts')])
  const payment = isId(id) ? await query.where('payment.id', '=', id).executeTakeFirst() : undefined
  return payment ?? notFound()
}

export type DeskPayment = Awaited<ReturnType<typeof findPayment>>

type Refundable = Pick<DeskPayment, 'problem' | 'amount' | 'refunded' | 'excess' | 'refunds'>

/**
 * The refundable amount: all of an unsettled payment, or the excess of one that settled its order. The price
 * itself is refunded with its order.
 */
export const refundableAmount = ({ problem, amount, refunded, excess, refunds }: Refundable): Money =>
  problem
    ? amount - refunded
    : refunds.reduce((rest, one) => (one.number ? rest : rest - BigInt(one.amount)), excess)

/** Whether staff still have to act on a payment. */
export const isOpenPayment = ({ problem, settled_at, toRefund: rest }: DeskPayment): boolean =>
  (problem !== null && settled_at === null) || rest > 0n

/** Whether the order could accept the payment now. */
export const isApplicable = (payment: Omit<DeskPayment, 'refunds'>): boolean =>
  payment.problem !== null &&
  payment.settled_at === null &&
  payment.refunded === 0n &&
  payment.order_id !== null &&
  payment.state !== 'paid' &&
  payment.currency === payment.orderCurrency &&
  payment.amount >= payment.total!

/** Whether staff may assign a payment to an order: only a transfer that has not been applied or refunded. */
export const canChooseOrder = ({
  method,
  problem,
  settled_at,
  refunded,
}: Pick<DeskPayment, 'method' | 'problem' | 'settled_at' | 'refunded'>): boolean =>
  method === 'bank' && problem !== null && settled_at === null && refunded === 0n

/**
 * The sum of the unsettled transfers of a payment's order, if there are several and the order is not paid.
 */
export const partsOf = ({ problem, settled_at, state, total, parts }: DeskPayment) =>
  problem !== null && settled_at === null && state !== 'paid' && total !== null && parts && parts.count > 1
    ? { count: parts.count, sum: BigInt(parts.sum), missing: total - BigInt(parts.sum) }
    : null

/** Whether a payment can be voided. A part of a split transfer cannot be voided alone. */
export const canVoid = (payment: DeskPayment): boolean =>
  canChooseOrder(payment) && payment.transfer === null && payment.refunds.length === 0

/** Whether a payment must be refunded manually: a bank transfer, or a payment without an order. */
export const isRefundedByHand = ({ method, order_id }: Pick<DeskPayment, 'method' | 'order_id'>) =>
  !order_id || !methodNamed(method)?.refund
