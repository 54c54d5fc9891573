import { teamNames } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { USAGE_KINDS, type UsageKind } from './schema.ts'

export interface UsageLine {
  kind: UsageKind
  used: number
  unused: number
  total: number
  /** Who used how much; without a name whoever has left the team. */
  users: { accountId: string; name: string | null; used: number }[]
  /** From the first grant in effect to the end of the last; null where there is none. */
  period: { from: Date; to: Date } | null
}

/** The sub-account summary: what the team's grants in effect hold, and who used it. One query. */
export async function usageSummary(db: Db, viewer: Viewer): Promise<UsageLine[]> {
  const rows = await db
    .selectFrom('orders.usage_entry as entry')
    .innerJoin('orders.usage_entry as source', (join) =>
      join.on((eb) => eb('source.id', '=', eb.fn.coalesce('entry.grant_id', 'entry.id'))),
    )
    .leftJoin(teamNames(db, viewer).as('person'), 'person.id', 'entry.spent_by')
    .select((eb) => [
      'entry.kind',
      'entry.spent_by',
      'person.name',
      eb.fn.sum<number>('entry.quantity').as('quantity'),
      eb.fn.min('entry.created_at').as('first'),
      eb.fn.max('entry.expires_at').as('last'),
    ])
    .where('entry.team_id', '=', viewer.teamId)
    .where('source.expires_at', '>', now())
    .groupBy(['entry.kind', 'entry.spent_by', 'person.name'])
    .execute()
  return USAGE_KINDS.map((kind) =>
    lineOf(
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  )
}

interface Sum {
  spent_by: string | null
  name: string | null
  quantity: number
  first: Date
  last: Date | null
}

function lineOf(kind: UsageKind, sums: Sum[]): UsageLine {
  const granted = sums.find((sum) => sum.spent_by === null)
  const users = sums
    .flatMap(({ spent_by, name, quantity }) =>
      spent_by ? [{ accountId: spent_by, name, used: -quantity }] : [],
    )
    .sort((a, b) => b.used - a.used)
  const total = granted?.quantity ?? 0
  const used = users.reduce((sum, user) => sum + user.used, 0)
  const period = granted?.last ? { from: granted.first, to: granted.last } : null
  return { kind, used, unused: total - used, total, users, period }
}

const ROWS = 20

/** One page of the team's ledger, newest first, after the entry with the id `after`. */
export async function listUsage(db: Db, viewer: Viewer, after: string) {
  let query = db
    .selectFrom('orders.usage_entry as entry')
    .leftJoin(teamNames(db, viewer).as('person'), 'person.id', 'entry.spent_by')
    .select(['entry.id', 'kind', 'quantity', 'spent_by', 'person.name', 'expires_at', 'created_at'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('entry.id', 'desc')
    .limit(ROWS + 1)
  if (isId(after)) query = query.where('entry.id', '<', after)
  return onePage(await query.execute(), ROWS)
}

export type UsageEntry = Awaited<ReturnType<typeof listUsage>>['rows'][number]

/** What the ledger keeps of one account's own spends, for the export of their data. */
export async function spendsOf(db: Db, viewer: Viewer) {
  return db
    .selectFrom('orders.usage_entry')
    .select(['kind', 'quantity', 'document_id', 'created_at'])
    .where('spent_by', '=', viewer.id)
    .orderBy('id')
    .execute()
}
