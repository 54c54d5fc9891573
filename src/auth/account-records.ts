import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#src/core/viewer.ts'

/** The kinds of customer records at the desk, besides the account itself. */
export const RECORD_KINDS = ['chat', 'feedback', 'orders', 'invoices'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export interface AccountRecords {
  count: number
  /** The number of records that wait for an action of ours, or for payment. */
  open: number
  /** The page of the desk that shows the records; null if there are none. */
  path: string | null
}

interface Source {
  needs: Permission
  /** A query for one row with the columns of `AccountRecords`. */
  row: RawBuilder<unknown>
}

/** The account whose records are queried, as columns of the surrounding query. */
export const RECORDS_OF = { account: sql.ref('account.id'), team: sql.ref('account.team_id') }

const sources = new Map<RecordKind, Source>()

/** Called by each module that has such records. */
export function hasRecords(kind: RecordKind, source: Source) {
  sources.set(kind, source)
}

/**
 * A subquery for a query with the table of accounts as `account`: the records that these permissions allow
 * to see.
 */
export function recordsOfAccount(permissions: readonly Permission[]) {
  const parts = [...sources].flatMap(([kind, { needs, row }]) =>
    permissions.includes(needs) ? [sql`${kind}::text, (select to_jsonb(found) from (${row}) as found)`] : [],
  )
  return sql<Partial<Record<RecordKind, AccountRecords>>>`jsonb_build_object(${sql.join(parts)})`
}
