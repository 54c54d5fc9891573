import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'

/** For queries of the ledger's `entry`: the rest of a grant, and the number of the order in its key. */
export const CAUSE = [
  sql<number | null>`(select min(left_after) from orders.usage_entry where grant_id = entry.id)`.as('rest'),
  sql<string | null>`(select number from orders.order where id =
    case when entry.key ~ '^order [0-9a-f-]{36} ' then substring(entry.key from 7 for 36)::uuid end)`.as(
    'order_number',
  ),
] as const

export interface LedgerCause {
  key: string
  document_id: string | null
  rest: number | null
  order_number: string | null
}

/** The cause of a grant: an order, or one month of a package. */
export function grantOf({ key, order_number: number }: LedgerCause) {
  const [what, first, code] = key.split(' ')
  if (what === 'order' && number) return { order: first!, number }
  if (what === 'returned') return { returned: true as const }
  return what === 'plan' ? { package: code! } : null
}

/** Number of uses of a grant that expired unused; 0 for other entries. */
export const expiredUnused = (row: LedgerCause & { quantity: number; expires_at: Date | null }) =>
  row.quantity > 0 && row.expires_at && row.expires_at <= now() ? (row.rest ?? row.quantity) : 0
