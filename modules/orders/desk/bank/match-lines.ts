import type { Selectable } from 'kysely'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { OrderTable } from '../../schema.ts'
import type { StatementLine } from '../desk-schema.ts'
import { isMade } from './reading/made-reference.ts'

/**
 * The match of a credit: an order and its exact price; several orders and the sum of their prices; orders
 * that staff may choose from; another amount; an order with another payment method; one that was placed on a
 * later day; what is wrong with the credit itself; no order; probably or certainly recorded before.
 */
export const MATCHES = [
  'matched',
  'split',
  'proposed',
  'differs',
  'otherMethod',
  'early',
  'period',
  'currency',
  'none',
  'similar',
  'taken',
] as const
export type Match = (typeof MATCHES)[number]

export type MatchedOrder = Pick<
  Selectable<OrderTable>,
  'id' | 'number' | 'total' | 'method' | 'state' | 'created_at' | 'buyer_name'
>

export interface MatchedLine extends StatementLine {
  match: Match
  /** The orders it pays, names, or may pay. */
  orders: MatchedOrder[]
}

/** Every credit with the orders that its remark names, or that its amount and payer fit. Two queries. */
export async function matchLines(db: Db, lines: StatementLine[]): Promise<MatchedLine[]> {
  const orders = await ordersFor(db, lines)
  const recorded = await recordedTransfers(db, lines, orders)
  const taken = new Set(recorded.flatMap(({ reference, transfer }) => [reference, transfer]))
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  return lines.map((line) => {
    const named = namedIn(line.remark, byNumber)
    if (taken.has(line.reference)) return { ...line, orders: named, match: 'taken' }
    if (line.problem) return { ...line, orders: named, match: line.problem }
    if (isSimilar(line, named, recorded)) return { ...line, orders: named, match: 'similar' }
    return { ...line, ...(named.length ? matchNamed(line, named) : propose(line, orders)) }
  })
}

type Matched = Pick<MatchedLine, 'match' | 'orders'>

const isOpen = ({ state }: MatchedOrder) => state === 'pending' || state === 'expired'

/** Money for an order that is paid, closed or late is recorded too, for the desk to settle. */
function matchNamed(line: StatementLine, named: MatchedOrder[]): Matched {
  const amount = BigInt(line.amount)
  const ours = named.filter(({ method }) => method === 'bank')
  if (!ours.length) return { match: 'otherMethod', orders: named }
  if (ours.some((order) => isBefore(line, order))) return { match: 'early', orders: ours }
  const open = ours.filter(isOpen)
  const [first, ...others] = open.length ? open : ours
  if (!others.length) return { match: amount === first!.total ? 'matched' : 'differs', orders: [first!] }
  const all = [first!, ...others]
  if (all.reduce((sum, { total }) => sum + total, 0n) === amount) return { match: 'split', orders: all }
  const exact = all.filter(({ total }) => total === amount)
  return exact.length ? { match: 'proposed', orders: exact } : { match: 'differs', orders: all }
}

/** Open orders of just this amount, placed by somebody of the payer's name. */
function propose(line: StatementLine, orders: MatchedOrder[]): Matched {
  const payer = plainName(line.payer)
  const fitting = orders.filter(
    (order) =>
      payer !== '' &&
      order.method === 'bank' &&
      isOpen(order) &&
      order.total === BigInt(line.amount) &&
      plainName(order.buyer_name) === payer &&
      !isBefore(line, order),
  )
  return fitting.length ? { match: 'proposed', orders: fitting } : { match: 'none', orders: [] }
}

const plainName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s().,·&-]/g, '')

/** Whether money came on a day before its order was placed, in Shanghai. */
const isBefore = ({ at }: StatementLine, { created_at }: { created_at: Date }) =>
  shanghaiDay(new Date(at)) < shanghaiDay(created_at)

/** Digits typed right after a number may look like a part of it. */
function numbersIn(remark: string): string[][] {
  const plain = remark.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return [...plain.matchAll(/QO(\d{10,})/g)].map(([, digits]) =>
    [12, 11, 10].filter((size) => size <= digits!.length).map((size) => `QO${digits!.slice(0, size)}`),
  )
}

function namedIn(remark: string, byNumber: Map<string, MatchedOrder>): MatchedOrder[] {
  const named = numbersIn(remark).flatMap(
    (numbers) => numbers.map((number) => byNumber.get(number)).find(Boolean) ?? [],
  )
  return [...new Set(named)]
}

/** The orders that remarks name, and open ones of an amount that came. */
const ordersFor = (db: Db, lines: StatementLine[]): Promise<MatchedOrder[]> =>
  db
    .selectFrom('orders.order')
    .select(['id', 'number', 'total', 'method', 'state', 'created_at', 'buyer_name'])
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

/** Transfers with a reference of these lines, or of these orders. */
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
      ]),
    )
    .execute()
}

type Recorded = Awaited<ReturnType<typeof recordedTransfers>>

/**
 * Whether the same amount came for the same order on the same day under another reference, and one of the two
 * was made by us: another form of the same statement.
 */
const isSimilar = (line: StatementLine, named: MatchedOrder[], recorded: Recorded) =>
  recorded.some(
    ({ reference, order_id, amount, received_at }) =>
      named.some(({ id }) => id === order_id) &&
      amount === BigInt(line.amount) &&
      shanghaiDay(received_at) === shanghaiDay(new Date(line.at)) &&
      (isMade(reference) || isMade(line.reference)),
  )
