import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'

/** For queries of the ledger's `entry`: the rest of a grant, and the number of the order in its key. */
export const CAUSE_COLUMNS = [
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

/** The cause of a grant: an order, one month of a package, or a returned use; null if it is unknown. */
export function causeOf({ key, order_number: number }: LedgerCause) {
  const [kind, id, packageCode] = key.split(' ')
  if (kind === 'order' && number) return { order: id!, number }
  if (kind === 'returned') return { returned: true as const }
  return kind === 'plan' ? { package: packageCode! } : null
}

/** The number of uses of a grant that expired unused; 0 for other entries. */
export const expiredUnused = (row: LedgerCause & { quantity: number; expires_at: Date | null }) =>
  row.quantity > 0 && row.expires_at && row.expires_at <= now() ? (row.rest ?? row.quantity) : 0
