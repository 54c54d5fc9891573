import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { teamNames } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { USAGE_KINDS, type UsageKind } from '../schema.ts'
import { CAUSE_COLUMNS } from './cause.ts'

export interface UsageLine {
  kind: UsageKind
  used: number
  unused: number
  total: number
  /** The uses of each person; people who have left the team have no name. */
  users: { accountId: string; name: string | null; used: number }[]
  /** From the first grant in effect to the end of the last; null if there is none. */
  period: { from: Date; to: Date } | null
}

type Team = Pick<Viewer, 'teamId'>

/** The usage summary: the team's grants in effect, and the people who spent them. Makes one query. */
export async function usageSummary(db: Db, team: Team): Promise<UsageLine[]> {
  return linesOf(await sumsOf(db, team).execute())
}

/** The remaining uses of one kind. Makes one query. */
export async function usesLeft(db: Db, team: Team, kind: UsageKind): Promise<UsageLine> {
  return (await usageSummary(db, team)).find((line) => line.kind === kind)!
}

/** The team's grants in effect and their spends; each entry is joined with its grant. */
const entriesInEffect = (db: Db, team: Team) =>
  db
    .selectFrom('orders.usage_entry as entry')
    .innerJoin('orders.usage_entry as source', (join) =>
      join.on((eb) => eb('source.id', '=', eb.fn.coalesce('entry.grant_id', 'entry.id'))),
    )
    .where('entry.team_id', '=', team.teamId)
    .where('source.expires_at', '>', now())

/** Whether an entry is a grant, or the revoked part of one. */
const isGrant = sql<boolean>`(entry.quantity > 0 or entry.taken_back)`

/** The person who spent the use; null for grants. */
const user = sql<string | null>`case when entry.taken_back then null else entry.spent_by end`

/** The remaining and granted uses of one kind, as one row: for use in a larger query. */
export const usesIn = (db: Db, team: Team, kind: UsageKind) =>
  entriesInEffect(db, team)
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('entry.quantity'), eb.lit(0)).as('unused'),
      eb.fn.coalesce(eb.fn.sum<number>('entry.quantity').filterWhere(isGrant), eb.lit(0)).as('total'),
    ])
    .where('entry.kind', '=', kind)

/** Throws USAGE_INSUFFICIENT if no use is left, before work that would be lost when the spend is refused. */
export async function requireUses(db: Db, team: Team, kind: UsageKind) {
  const { unused } = await usesIn(db, team, kind).executeTakeFirstOrThrow()
  if (unused === 0) throw new AppError('USAGE_INSUFFICIENT')
}

/** The uses of each person from the grants in effect, and the grants themselves, by kind. */
const sumsOf = (db: Db, team: Team) =>
  entriesInEffect(db, team)
    .leftJoin(teamNames(db, team).as('person'), 'person.id', 'entry.spent_by')
    .select((eb) => [
      'entry.kind',
      user.as('spent_by'),
      'person.name',
      eb.fn.sum<number>('entry.quantity').as('quantity'),
      eb.fn.min('entry.created_at').as('first'),
      eb.fn.max('entry.expires_at').as('last'),
    ])
    .groupBy(['entry.kind', user, 'person.name'])

const linesOf = (sums: UsageSum[]) =>
  USAGE_KINDS.map((kind) =>
    lineOf(
      kind,
      sums.filter((sum) => sum.kind === kind),
    ),
  )

interface UsageSum {
  kind: UsageKind
  spent_by: string | null
  name: string | null
  quantity: number
  first: Date
  last: Date | null
}

function lineOf(kind: UsageKind, sums: UsageSum[]): UsageLine {
  const grantSum = sums.find((sum) => sum.spent_by === null)
  const users = sums
    .flatMap(({ spent_by, name, quantity }) =>
      spent_by ? [{ accountId: spent_by, name, used: -quantity }] : [],
    )
    .sort((a, b) => b.used - a.used)
  const total = grantSum?.quantity ?? 0
  const used = users.reduce((sum, user) => sum + user.used, 0)
  const period = grantSum?.last ? { from: grantSum.first, to: grantSum.last } : null
  return { kind, used, unused: total - used, total, users, period }
}

/** The summary as a value within a larger query; `linesFrom` reads it. */
export const sumsIn = (db: Db, team: Team) => jsonArrayFrom(sumsOf(db, team))

type SumsRead = {
  [K in keyof UsageSum]: UsageSum[K] extends Date | null ? string | Date | null : UsageSum[K]
}[]

export const linesFrom = (sums: SumsRead): UsageLine[] =>
  linesOf(sums.map((sum) => ({ ...sum, first: new Date(sum.first!), last: dateOf(sum.last) })))

const ROWS = 20

/**
 * The summary with one page of the team's ledger, newest first, after the entry with the id `after`. Makes
 * one query.
 */
export async function findUsage(db: Db, team: Team, after: string) {
  const row = await db
    .selectNoFrom([sumsIn(db, team).as('sums'), jsonArrayFrom(entriesOf(db, team, after)).as('entries')])
    .executeTakeFirstOrThrow()
  const entries = row.entries.map((entry) => ({
    ...entry,
    expires_at: dateOf(entry.expires_at),
    created_at: new Date(entry.created_at),
  }))
  return { lines: linesFrom(row.sums), ledger: onePage(entries, ROWS) }
}

const dateOf = (text: string | Date | null) => (text ? new Date(text) : null)

function entriesOf(db: Db, team: Team, after: string) {
  const query = db
    .selectFrom('orders.usage_entry as entry')
    .leftJoin(teamNames(db, team).as('person'), 'person.id', 'entry.spent_by')
    .select(['entry.id', 'kind', 'quantity', 'spent_by', 'person.name', 'expires_at', 'created_at'])
    .select('entry.taken_back')
    .where('team_id', '=', team.teamId)
    .orderBy('entry.id', 'desc')
    .limit(ROWS + 1)
  const entries = query.select(['entry.key', 'entry.document_id', ...CAUSE_COLUMNS])
  return isId(after) ? entries.where('entry.id', '<', after) : entries
}

export type Usage = Awaited<ReturnType<typeof findUsage>>
export type UsageEntry = Usage['ledger']['rows'][number]
