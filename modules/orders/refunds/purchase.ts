import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { type Money, share } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import type { Order } from '../ordering/order.ts'
import { daysLeft, worthOfRest } from '../plans/proration.ts'
import { liveTerms, type Term } from '../plans/term.ts'
import type { PackageName, UsageKind } from '../schema.ts'
import { type LowerTerm, lowerTerms } from './lower-terms.ts'

/** A grant of an order, with its remaining uses; 0 once it has expired. */
export interface OrderGrant {
  id: string
  kind: UsageKind
  quantity: number
  left: number
  /** Whether the use was not bought itself, but returned by us after it was spent. */
  returned: boolean
}

/**
 * A term of an order that has not ended, with the numbers of its remaining and of all days, and the value of
 * the remaining days.
 */
export interface OrderTerm extends Term {
  left: number
  days: number
  worth: Money
  /** For an upgrade: the term that it replaced. */
  lower: LowerTerm | null
}

/** The purchases of an order, and their unused parts. */
export interface Purchase {
  /** The grants of a single purchase; a plan grants its uses by the month. */
  grants: OrderGrant[]
  bought: number
  unused: number
  terms: OrderTerm[]
  /** Whether a refund can end the plan: no later order has upgraded or renewed it. */
  canEnd: boolean
  /** For an upgrade: the lower package to which the plan returns after a refund, with its terms. */
  returnsTo: PackageName | null
  /** The end of the plan without these terms. */
  endsAt: Date
  /** The proposed amount, by unused time and uses; at most the rest of the price. */
  worth: Money
}

/** The part of an order's price that can still be refunded. */
export const restOf = ({ total, refunded }: Pick<Order, 'total' | 'refunded'>): Money => total - refunded

/** The purchases of an order, and the proposal for a refund. Makes at most three queries. */
export async function readPurchase(db: Db, order: Order): Promise<Purchase> {
  const grants = order.kind === 'single' ? await grantsOf(db, order) : []
  const currentTerms =
    order.kind === 'single' || order.kind === 'tailored' ? [] : await liveTerms(db, order.team_id).execute()
  const orderTerms = currentTerms.filter(({ order_id }) => order_id === order.id)
  const otherTerms = currentTerms.filter(({ order_id }) => order_id !== order.id)
  const lower = order.kind === 'upgrade' ? await lowerTerms(db, orderTerms) : new Map<string, LowerTerm>()
  const terms = orderTerms.map((term) => {
    const { left, total } = daysLeft(term, now())
    const lowerTerm = lower.get(term.replaces_id ?? '') ?? null
    return { ...term, left, days: total, worth: worthOf(term), lower: lowerTerm }
  })
  const bought = grants.reduce((sum, { quantity, returned }) => sum + (returned ? 0 : quantity), 0)
  const unused = grants.reduce((sum, { left }) => sum + left, 0)
  const refundableRest = restOf(order)
  const returnsTo = terms.every(({ lower }) => lower) ? (terms.at(-1)?.lower?.package ?? null) : null
  return {
    grants,
    bought,
    unused,
    terms,
    canEnd: terms.length > 0 && currentTerms.at(-1)!.order_id === order.id,
    returnsTo,
    endsAt: returnsTo ? terms.at(-1)!.to_at : (otherTerms.at(-1)?.to_at ?? now()),
    worth: minOf(proposalOf(order, { bought, unused, terms }), refundableRest),
  }
}

/** The value of the remaining days of a term. */
const worthOf = (term: Term) => worthOfRest(term.value, daysLeft(term, now()))

/**
 * The value of the unused part, for an upgrade above the value of the terms that it replaced. Staff must
 * estimate how much of a tailor-made document is done.
 */
function proposalOf(
  { kind, total }: Order,
  { bought, unused, terms }: Pick<Purchase, 'bought' | 'unused' | 'terms'>,
): Money {
  if (kind === 'tailored') return total
  if (kind === 'single') return total - share(total, bought - Math.min(bought, unused), Math.max(1, bought))
  const aboveReplaced = terms.reduce(
    (sum, { worth, lower }) => sum + worth - (lower ? worthOf(lower) : 0n),
    0n,
  )
  return aboveReplaced > 0n ? aboveReplaced : 0n
}

function minOf(one: Money, other: Money): Money {
  if (one < other) return one
  return other
}

/** The grants of a single purchase that were not revoked, and the grants of uses that we returned. */
async function grantsOf(db: Db, { id }: Pick<Order, 'id'>): Promise<OrderGrant[]> {
  const { rows } = await sql<OrderGrant & { expires_at: Date }>`
    with recursive own as (
      select entry.*, false as returned from orders.usage_entry as entry
        join orders.plan_change as change on entry.id = any(change.grants)
        where change.order_id = ${id} and change.undone_at is null
      union
      select back.*, true from own join orders.usage_entry as spent on spent.grant_id = own.id
        join orders.usage_entry as back on back.key = 'returned ' || spent.key and back.quantity > 0)
    select id, kind, quantity, returned, case when expires_at <= ${now()} then 0 else
      coalesce((select min(left_after) from orders.usage_entry where grant_id = own.id), quantity) end as left
    from own order by expires_at, id`.execute(db)
  return rows
}
