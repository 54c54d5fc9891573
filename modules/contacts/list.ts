import { type RawBuilder, sql } from 'kysely'
import { isId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { rowsContaining } from '#src/db/grams.ts'
import { type Order, orderBy, type PageCursor, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { countMissingColleagues, type MissingColleagues } from './colleagues.ts'
import { activeContacts } from './contact.ts'
import { CONTACT_TYPES, type ContactTable, type ContactType } from './schema.ts'

export interface ContactFilter {
  type: ContactType
  keyword: string
  group: string
  /** Cursor of the next or previous page. */
  after: string
  before: string
}

const ROWS = 20
/**
 * The highest number that is counted exactly, because counting more takes long; lower with a keyword, which
 * is slower.
 */
export const countLimit = ({ keyword }: ContactFilter) => (keyword ? ROWS : 1000)
const MAX_GROUPS = 100

const cleanParameter = (text = '') => cleanText(text).trim().slice(0, 100)

/** The keyword; a phone number is found however it is spaced, as in 138 0013 8001. */
const keywordOf = (text?: string) => {
  const keyword = cleanParameter(text)
  return /^\+?[\d\s()-]+$/.test(keyword) ? keyword.replace(/[\s()-]/g, '') : keyword
}

export function readFilter(query: Record<string, string | undefined>): ContactFilter {
  const { type, after = '', before = '' } = query
  return {
    type: CONTACT_TYPES.includes(type as ContactType) ? (type as ContactType) : 'internal',
    keyword: keywordOf(query.keyword),
    group: cleanParameter(query.group),
    after,
    before,
  }
}

export const isFiltered = ({ keyword, group }: ContactFilter) => Boolean(keyword || group)

/** The address of a page of the list; by default, of the first page. */
export function contactsPath(filter: ContactFilter, changes: Partial<ContactFilter> = {}): string {
  const { type, ...rest } = { ...filter, after: '', before: '', ...changes }
  const parameters = Object.entries({ type, ...rest }).filter(([, value]) => value)
  return `/mgmt/contacts?${new URLSearchParams(parameters)}`
}

const BY_POSITION: Order<{ position: string }> = {
  keys: [
    {
      column: sql`position`,
      textOf: ({ position }) => position,
      isText: (text) => /^[\w]{1,200}$/.test(text),
      parameterOf: (text) => sql`${text}::text`,
    },
  ],
  descending: false,
}

const COLUMNS = ['id', 'type', 'name', 'organisation', 'mobile', 'email', 'group_name', 'position'] as const
const SEARCHED_COLUMNS = [...COLUMNS, 'team_id', 'deleted_at', 'words', 'folded'] as const
type ContactRow = Pick<ContactTable, (typeof COLUMNS)[number]>

const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/** The conditions of a filter, without its keyword. */
function conditionsOf(
  { teamId }: Viewer,
  { type, group }: Partial<ContactFilter>,
  cursor: PageCursor | null = null,
) {
  const conditions: RawBuilder<unknown>[] = [sql`team_id = ${teamId}`, sql`deleted_at is null`]
  if (type) conditions.push(sql`type = ${type}`)
  if (group) conditions.push(sql`group_name = ${group}`)
  if (cursor) conditions.push(pastCursor(BY_POSITION, cursor))
  return sql`${sql.join(conditions, sql` and `)}`
}

interface ContactQuery {
  /** The columns to select if there is no keyword. */
  columns?: readonly string[]
  among: RawBuilder<unknown>
  keyword: string
  order: RawBuilder<unknown>
  limit: number
  ordered?: boolean
}

/** A table for a query: the first `limit` contacts that match, and their total number if known. */
function matchingContacts(
  { teamId }: Viewer,
  { columns = COLUMNS, among, keyword, order, limit, ordered }: ContactQuery,
) {
  const table = sql`contacts.contact`
  const having = (pieces: RawBuilder<unknown>) =>
    sql`(platform.grams(team_id, words) @> ${pieces} or (team_id = ${teamId} and not folded))`
  const unfolded = { are: sql`not folded`, hold: (pattern: string) => sql`words like ${pattern}` }
  const where = { having, unfolded, ownerId: teamId, columns: columnsOf(SEARCHED_COLUMNS) }
  if (keyword) return rowsContaining<ContactRow>({ table, among, keyword, order, limit, ordered, ...where })
  return sql<
    ContactRow & { found: number | null }
  >`(select ${columnsOf(columns)}, null::bigint as found from ${table} where ${among} order by ${order} limit ${limit})`
}

/**
 * One page of the team's contacts in its own order, the cursors of the adjacent pages, and the total number
 * if known.
 */
export async function listContacts(db: Db, viewer: Viewer, filter: ContactFilter, size = ROWS) {
  const cursor = readCursor(BY_POSITION, filter)
  const among = conditionsOf(viewer, filter, cursor)
  const order = orderBy(BY_POSITION, cursor)
  const rows = await db
    .selectFrom(
      matchingContacts(viewer, { among, order, keyword: filter.keyword, limit: size + 1 }).as('contact'),
    )
    .select(['id', 'name', 'organisation', 'mobile', 'email', 'group_name', 'position', 'found'])
    .orderBy(order)
    .execute()
  const page = pageFrom(BY_POSITION, cursor, size, rows)
  return { ...page, total: cursor ? null : totalOf(filter, page, rows[0]?.found) }
}

/** The total number if the rows of the page determine it, or show that it exceeds the limit of counting. */
function totalOf(
  filter: ContactFilter,
  { rows, next }: { rows: unknown[]; next: unknown },
  found?: number | null,
) {
  if (!next) return rows.length
  return found ?? (filter.keyword ? countLimit(filter) + 1 : null)
}

export type ListedContact = Awaited<ReturnType<typeof listContacts>>['rows'][number]

const MAX_SUGGESTIONS = 8

const BOOK_ORDER = sql`type, position`

/** The first contacts that match a text being typed, in the team's order. */
export const suggestContacts = (db: Db, viewer: Viewer, text: string | undefined, type?: ContactType) =>
  db
    .selectFrom(
      matchingContacts(viewer, {
        among: conditionsOf(viewer, { type }),
        keyword: keywordOf(text),
        order: BOOK_ORDER,
        limit: MAX_SUGGESTIONS,
      }).as('contact'),
    )
    .select(['id', 'type', 'name', 'organisation', 'mobile', 'email'])
    .orderBy(BOOK_ORDER)
    .execute()

/** The first contacts in the team's own order. */
export const firstContacts = (db: Db, viewer: Viewer, count: number) =>
  activeContacts(db, viewer)
    .select(['id', 'name', 'organisation'])
    .orderBy('type')
    .orderBy('position')
    .limit(count)

/** The completed action on a contact. */
export const DONE_ACTIONS = ['added', 'saved', 'moved', 'deleted', 'restored', 'merged'] as const
export type DoneAction = (typeof DONE_ACTIONS)[number]

/**
 * The number of matching contacts, the team's groups of that type, the name of the contact of the last
 * action, and the number of colleagues who can be imported. Makes one query, which does not count again if
 * `knownTotal` is set.
 */
export async function countContacts(
  db: Db,
  viewer: Viewer,
  filter: ContactFilter,
  doneId: string,
  knownTotal: number | null = null,
) {
  const { keyword } = filter
  const matches = matchingContacts(viewer, {
    among: conditionsOf(viewer, filter),
    keyword,
    limit: countLimit(filter) + 1,
    ordered: false,
    // Without a keyword this is an index-only scan: an index has exactly these columns in this order.
    columns: ['position'],
    order: keyword ? sql`position` : sql`group_name, position`,
  })
  const { total, groups, name, missingColleagues } = await db
    .selectNoFrom((eb) => [
      knownTotal === null
        ? eb.selectFrom(matches.as('some')).select(eb.fn.countAll<number>().as('total')).as('total')
        : sql<number>`${knownTotal}::int`.as('total'),
      groupsOf(viewer, filter.type).as('groups'),
      eb
        .selectFrom('contacts.contact')
        .select('name')
        .where('id', '=', isId(doneId) ? doneId : null)
        .where('team_id', '=', viewer.teamId)
        .as('name'),
      (filter.type === 'internal' ? countMissingColleagues(db, viewer) : sql<MissingColleagues>`null`).as(
        'missingColleagues',
      ),
    ])
    .executeTakeFirstOrThrow()
  return { total: total ?? 0, groups, name, missingColleagues }
}

/** Each group once, by a loose index scan: the cost depends on the number of groups, not of contacts. */
function groupsOf({ teamId }: Viewer, type: ContactType) {
  const nextGroup = (lastGroup: ReturnType<typeof sql>) => sql`
    select group_name from contacts.contact
    where team_id = ${teamId} and type = ${type} and deleted_at is null and group_name > ${lastGroup}
    order by group_name limit 1`
  return sql<string[]>`array(
    with recursive step(name) as (
      (${nextGroup(sql`''`)})
      union all
      select (${nextGroup(sql`step.name`)}) from step where step.name is not null
    )
    select name from step where name is not null limit ${MAX_GROUPS})`
}
