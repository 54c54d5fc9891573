import { sql } from 'kysely'
import type { Db } from '#src/app/database.ts'
import { cleanText } from '#src/core/clean-text.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { holdsGrams } from '#src/db/grams.ts'
import { beyond, type Order, ordering, pageFrom, placeIn } from '#src/db/keyset.ts'
import { containing } from '#src/db/patterns.ts'
import { countStrangers } from './colleagues.ts'
import { livingContacts } from './contact.ts'
import { CONTACT_TYPES, type ContactType } from './schema.ts'

export interface ContactFilter {
  type: ContactType
  keyword: string
  group: string
  /** Where the page before ended or the page behind begins. */
  after: string
  before: string
}

const ROWS = 20
/** Beyond this nobody counts on, so that counting costs no more with a hundred thousand; what is looked for costs more. */
export const mostCounted = ({ keyword }: ContactFilter) => (keyword ? 100 : 1000)
const MOST_GROUPS = 100

const words = (text = '') => cleanText(text).trim().slice(0, 100)

/** A number is found as it is read, too: 138 0013 8001. */
const keywordOf = (text?: string) => {
  const keyword = words(text)
  return /^\+?[\d\s()-]+$/.test(keyword) ? keyword.replace(/[\s()-]/g, '') : keyword
}

export function readFilter(query: Record<string, string | undefined>): ContactFilter {
  const { type, after = '', before = '' } = query
  return {
    type: CONTACT_TYPES.includes(type as ContactType) ? (type as ContactType) : 'internal',
    ...{ keyword: keywordOf(query.keyword), group: words(query.group), after, before },
  }
}

export const isFiltered = ({ keyword, group }: ContactFilter) => Boolean(keyword || group)

/** The list's address; without a page in `changes` it is the first one. */
export function contactsPath(filter: ContactFilter, changes: Partial<ContactFilter> = {}): string {
  const { type, ...rest } = { ...filter, after: '', before: '', ...changes }
  const kept = Object.entries({ type, ...rest }).filter(([, value]) => value)
  return `/mgmt/contacts?${new URLSearchParams(kept)}`
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

function filtered(db: Db, viewer: Viewer, { type, keyword, group }: ContactFilter) {
  const query = found(db, viewer, keyword).where('type', '=', type)
  return group ? query.where('group_name', '=', group) : query
}

function found(db: Db, viewer: Viewer, keyword: string) {
  const query = livingContacts(db, viewer)
  if (!keyword) return query
  const like = containing(keyword)
  return query
    .where(holdsGrams(viewer.teamId, keyword))
    .where((eb) =>
      eb.or(
        (['name', 'organisation', 'email', 'mobile', 'group_name'] as const).map((column) =>
          eb(column, 'ilike', like),
        ),
      ),
    )
}

/** One page of the team's contacts in its own order, and the cursors of the pages around it. */
export async function listContacts(db: Db, viewer: Viewer, filter: ContactFilter, size = ROWS) {
  const place = placeIn(BY_POSITION, filter)
  let query = filtered(db, viewer, filter)
    .select(['id', 'name', 'organisation', 'mobile', 'email', 'group_name', 'position'])
    .orderBy(ordering(BY_POSITION, place))
    .limit(size + 1)
  if (place) query = query.where(beyond(BY_POSITION, place))
  return pageFrom(BY_POSITION, place, size, await query.execute())
}

export type ListedContact = Awaited<ReturnType<typeof listContacts>>['rows'][number]

const SUGGESTED = 8

/** A few whom a text being typed may mean, in the team's order. */
export const suggestContacts = (db: Db, viewer: Viewer, text: string | undefined) =>
  found(db, viewer, keywordOf(text))
    .select(['id', 'type', 'name', 'organisation', 'mobile', 'email'])
    .orderBy('type')
    .orderBy('position')
    .limit(SUGGESTED)
    .execute()

/** The first of the team's own order. */
export const firstContacts = (db: Db, viewer: Viewer, count: number) =>
  livingContacts(db, viewer)
    .select(['id', 'name', 'organisation'])
    .orderBy('type')
    .orderBy('position')
    .limit(count)

/** What has just been done to a contact of the list. */
export const DOINGS = ['added', 'saved', 'moved', 'deleted', 'restored'] as const
export type Doing = (typeof DOINGS)[number]

/**
 * How many contacts the filter finds, the team's groups of that type, the name of the one something was done to, and
 * how many of the team could be taken over. One query; how many are found is not counted where it is `known`.
 */
export async function countContacts(
  db: Db,
  viewer: Viewer,
  filter: ContactFilter,
  doneTo: string,
  known?: number,
) {
  // In the order of an index that holds all that is asked, or of the list where a keyword must be looked for.
  const some = filtered(db, viewer, filter)
    .select(sql`1`.as('one'))
    .$if(!filter.keyword, (query) => query.orderBy('group_name'))
    .orderBy('position')
    .limit(mostCounted(filter) + 1)
  const { total, groups, name, strangers } = await db
    .selectNoFrom((eb) => [
      known === undefined
        ? eb.selectFrom(some.as('some')).select(eb.fn.countAll<number>().as('total')).as('total')
        : sql<number>`${known}::int`.as('total'),
      groupsOf(viewer, filter.type).as('groups'),
      eb
        .selectFrom('contacts.contact')
        .select('name')
        .where('id', '=', isId(doneTo) ? doneTo : null)
        .where('team_id', '=', viewer.teamId)
        .as('name'),
      (filter.type === 'internal' ? countStrangers(db, viewer) : sql<number>`0`).as('strangers'),
    ])
    .executeTakeFirstOrThrow()
  return { total: total ?? 0, groups, name, strangers: strangers ?? 0 }
}

/** Each group once, found by steps through its index: as many as there are groups, not contacts. */
function groupsOf({ teamId }: Viewer, type: ContactType) {
  const next = (behind: ReturnType<typeof sql>) => sql`
    select group_name from contacts.contact
    where team_id = ${teamId} and type = ${type} and deleted_at is null and group_name > ${behind}
    order by group_name limit 1`
  return sql<string[]>`array(
    with recursive step(name) as (
      (${next(sql`''`)})
      union all
      select (${next(sql`step.name`)}) from step where step.name is not null
    )
    select name from step where name is not null limit ${MOST_GROUPS})`
}
