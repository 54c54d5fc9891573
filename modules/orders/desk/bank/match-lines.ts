import { type Selectable, sql } from 'kysely'
import { teamsByName } from '#modules/accounts/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { problemOf } from '../../payments/settle.ts'
import type { OrderTable } from '../../schema.ts'
import type { StatementLine } from '../desk-schema.ts'
import { mayBePayer } from './payer-name.ts'
import { isGenerated } from './reading/made-reference.ts'

/**
 * The match of a credit, in this order: one order with exactly its price; several orders with the sum of
 * their prices; orders from which staff may choose; another amount; an order that is paid; an order that can
 * no longer be paid; an order with another payment method; an order that was placed on a later day; a day
 * outside of the statement's period; another currency; no order; probably recorded before; certainly
 * recorded before; another payment has its reference; a refund has its reference.
 */
export const MATCHES = [
  'matched',
  'split',
  'proposed',
  'differs',
  'paid',
  'closed',
  'otherMethod',
  'early',
  'period',
  'currency',
  'none',
  'similar',
  'taken',
  'clash',
  'refund',
] as const
export type Match = (typeof MATCHES)[number]

/** The matches that become unsettled payments of their orders. */
export const UNSETTLED_MATCHES = ['differs', 'paid', 'closed'] as const satisfies Match[]

export type MatchedOrder = Pick<
  Selectable<OrderTable>,
  'id' | 'number' | 'total' | 'currency' | 'method' | 'state' | 'created_at' | 'pay_until' | 'buyer_name'
> & {
  /** The names of the team, and of the companies for which its invoices are made out. */
  names: string[]
}

export interface MatchedLine extends StatementLine {
  match: Match
  /** The orders that the credit pays, names, or may pay. */
  orders: MatchedOrder[]
}

/**
 * Every credit with the orders that its remark names, or that its amount and payer fit. Makes three queries.
 */
export async function matchLines(db: Db, lines: StatementLine[]): Promise<MatchedLine[]> {
  const orders = await ordersFor(db, lines)
  const transfers = await recordedTransfers(db, lines, orders)
  const refunds = await refundReferences(db, lines)
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  return lines.map((line) => {
    const namedOrders = namedIn(line.remark, byNumber)
    if (refunds.has(line.reference)) return { ...line, orders: namedOrders, match: 'refund' }
    const recordedAmount = amountRecorded(line, transfers)
    if (recordedAmount !== null)
      return {
        ...line,
        orders: namedOrders,
        match: recordedAmount === BigInt(line.amount) ? 'taken' : 'clash',
      }
    if (line.problem) return { ...line, orders: namedOrders, match: line.problem }
    if (isSimilar(line, namedOrders, transfers)) return { ...line, orders: namedOrders, match: 'similar' }
    return { ...line, ...(namedOrders.length ? matchNamed(line, namedOrders) : propose(line, orders)) }
  })
}

type LineMatch = Pick<MatchedLine, 'match' | 'orders'>

const isOpen = ({ state }: MatchedOrder) => state === 'pending' || state === 'expired'

const MATCH_BY_PROBLEM = { double: 'paid', late: 'closed', amount: 'differs' } as const

/** The match of a credit that names this order. */
function outcomeOf(line: StatementLine, amount: bigint, order: MatchedOrder): Match {
  const problem = problemOf(order, { currency: 'CNY', amount, at: new Date(line.at) })
  return problem ? (MATCH_BY_PROBLEM[problem as keyof typeof MATCH_BY_PROBLEM] ?? 'differs') : 'matched'
}

/**
 * Matches a credit whose remark names orders. Money for an order that is paid, closed or late is recorded
 * too, for the desk to settle.
 */
function matchNamed(line: StatementLine, namedOrders: MatchedOrder[]): LineMatch {
  const amount = BigInt(line.amount)
  const bankOrders = namedOrders.filter(({ method }) => method === 'bank')
  if (!bankOrders.length) return { match: 'otherMethod', orders: namedOrders }
  if (bankOrders.some((order) => isBefore(line, order))) return { match: 'early', orders: bankOrders }
  const openOrders = bankOrders.filter(isOpen)
  const [firstOrder, ...otherOrders] = openOrders.length ? openOrders : bankOrders
  if (!otherOrders.length) return { match: outcomeOf(line, amount, firstOrder!), orders: [firstOrder!] }
  const candidates = [firstOrder!, ...otherOrders]
  if (isSum(line, candidates)) {
    const outcomes = candidates.map((order) => outcomeOf(line, order.total, order))
    return { match: outcomes.find((one) => one !== 'matched') ?? 'split', orders: candidates }
  }
  const exactOrders = candidates.filter(({ total }) => total === amount)
  return exactOrders.length
    ? { match: 'proposed', orders: exactOrders }
    : { match: 'differs', orders: candidates }
}

/** The matches without a payable order, which staff may register as unsettled payments without one. */
export const WITHOUT_ORDER = ['none', 'otherMethod', 'proposed'] as const satisfies Match[]

/** Whether a credit is the price of several orders together. */
export const isSum = ({ amount }: StatementLine, orders: MatchedOrder[]): boolean =>
  orders.length > 1 && orders.reduce((sum, { total }) => sum + total, 0n) === BigInt(amount)

/** Open orders with exactly this amount, whose buyer, team or company has the payer's name. */
function propose(line: StatementLine, orders: MatchedOrder[]): LineMatch {
  const fittingOrders = orders.filter(
    (order) =>
      order.method === 'bank' &&
      isOpen(order) &&
      order.total === BigInt(line.amount) &&
      mayBePayer(line.payer, [order.buyer_name, ...order.names]) &&
      !isBefore(line, order),
  )
  return fittingOrders.length ? { match: 'proposed', orders: fittingOrders } : { match: 'none', orders: [] }
}

/** Whether money came on a day before the order was placed, in Shanghai. */
const isBefore = ({ at }: StatementLine, { created_at }: { created_at: Date }) =>
  shanghaiDay(new Date(at)) < shanghaiDay(created_at)

/**
 * The order numbers in a remark. Each is returned with its possible shorter forms, because digits typed
 * right after a number look like a part of the number.
 */
function numbersIn(remark: string): string[][] {
  const plainRemark = remark.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return [...plainRemark.matchAll(/QO(\d{10,})/g)].map(([, digits]) =>
    [12, 11, 10].filter((size) => size <= digits!.length).map((size) => `QO${digits!.slice(0, size)}`),
  )
}

function namedIn(remark: string, byNumber: Map<string, MatchedOrder>): MatchedOrder[] {
  const namedOrders = numbersIn(remark).flatMap(
    (numbers) => numbers.map((number) => byNumber.get(number)).find(Boolean) ?? [],
  )
  return [...new Set(namedOrders)]
}

/** The orders that remarks name, and open orders with the amount of a credit. */
const ordersFor = (db: Db, lines: StatementLine[]): Promise<MatchedOrder[]> =>
  db
    .selectFrom('orders.order as order')
    .innerJoin(teamsByName(db).as('team'), 'team.id', 'order.team_id')
    .select(['order.id', 'number', 'total', 'currency', 'method', 'state', 'created_at', 'pay_until'])
    .select('buyer_name')
    .select(
      sql<string[]>`array(select title from orders.invoice_title where team_id = "order".team_id
        union all select team.name)`.as('names'),
    )
    .where((eb) =>
      eb.or([
        eb('number', '=', eb.fn.any(eb.val(lines.flatMap(({ remark }) => numbersIn(remark).flat())))),
        eb.and([
          eb('method', '=', 'bank'),
          eb('state', 'in', ['pending', 'expired']),
          eb(eb.cast<string>('total', 'text'), '=', eb.fn.any(eb.val(lines.map(({ amount }) => amount)))),
        ]),
      ]),
    )
    .orderBy('created_at')
    .execute()

/**
 * Transfers that have the reference of one of these lines, pay one of these orders, or have the amount of a
 * line and no order.
 */
const recordedTransfers = (db: Db, lines: StatementLine[], orders: MatchedOrder[]) => {
  const references = lines.map(({ reference }) => reference)
  return db
    .selectFrom('orders.payment')
    .select(['reference', 'transfer', 'order_id', 'amount', 'received_at'])
    .where('method', '=', 'bank')
    .where('reversed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('reference', '=', eb.fn.any(eb.val(references))),
        eb('transfer', '=', eb.fn.any(eb.val(references))),
        eb('order_id', '=', eb.fn.any(eb.val(orders.map(({ id }) => id)))),
        eb.and([
          eb('order_id', 'is', null),
          eb(eb.cast<string>('amount', 'text'), '=', eb.fn.any(eb.val(lines.map(({ amount }) => amount)))),
        ]),
      ]),
    )
    .execute()
}

/** The references of these lines that belong to refunds, which are transfers from our account. */
async function refundReferences(db: Db, lines: StatementLine[]): Promise<Set<string | null>> {
  const references = lines.map(({ reference }) => reference)
  const refunds = await db
    .selectFrom('orders.refund')
    .select('reference')
    .where((eb) => eb('reference', '=', eb.fn.any(eb.val(references))))
    .execute()
  return new Set(refunds.map(({ reference }) => reference))
}

type RecordedTransfer = Awaited<ReturnType<typeof recordedTransfers>>

/** The amount recorded under the reference of a credit; null if none is recorded. */
function amountRecorded({ reference }: StatementLine, transfers: RecordedTransfer): bigint | null {
  const parts = transfers.filter((one) => one.reference === reference || one.transfer === reference)
  return parts.length ? parts.reduce((sum, { amount }) => sum + amount, 0n) : null
}

/**
 * Whether the same amount is recorded for the same order, or for none, on the same day under another
 * reference, and we generated one of the two references: this is probably another form of the same
 * statement.
 */
const isSimilar = (line: StatementLine, namedOrders: MatchedOrder[], transfers: RecordedTransfer) =>
  transfers.some(
    ({ reference, order_id, amount, received_at }) =>
      (order_id === null || namedOrders.some(({ id }) => id === order_id)) &&
      amount === BigInt(line.amount) &&
      shanghaiDay(received_at) === shanghaiDay(new Date(line.at)) &&
      (isGenerated(reference) || isGenerated(line.reference)),
  )
