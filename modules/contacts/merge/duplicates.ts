import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { activeContacts, requireContactEditor } from '../contact.ts'
import { NAME_AND_ORGANISATION } from '../same-contact.ts'

/** The maximum number of mobiles, and of names, in one search. */
const MAX_KEYS = 50

/**
 * Groups of the team's contacts with the same mobile, or the same name and organisation; each group in the
 * order of the list.
 */
export async function findDuplicates(db: Db, viewer: Viewer) {
  requireContactEditor(viewer)
  const frequentKeys = (key: RawBuilder<string>, hasValue: RawBuilder<unknown>) => sql<string>`(
    select ${key} from contacts.contact where team_id = ${viewer.teamId} and deleted_at is null and ${hasValue}
    group by 1 having count(*) > 1 limit ${sql.lit(MAX_KEYS)})`
  const rows = () =>
    activeContacts(db, viewer)
      .select(['id', 'type', 'name', 'organisation', 'mobile', 'email', 'group_name', 'position'])
      .select(NAME_AND_ORGANISATION.as('named'))
  const candidates = await rows()
    .where('mobile', '!=', '')
    .where('mobile', 'in', frequentKeys(sql<string>`mobile`, sql`mobile <> ''`))
    .union(
      rows()
        .where('organisation', '!=', '')
        .where(NAME_AND_ORGANISATION, 'in', frequentKeys(NAME_AND_ORGANISATION, sql`organisation <> ''`)),
    )
    .execute()
  candidates.sort((one, other) => one.type.localeCompare(other.type) || compare(one.position, other.position))
  return groupsOf(candidates)
}

export type Duplicate = Awaited<ReturnType<typeof findDuplicates>>[number][number]

/** Compares byte by byte, as the database sorts positions. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

interface KeyedContact {
  mobile: string
  organisation: string
  named: string
}

/** Groups of contacts that have a mobile or a name in common, directly or through further contacts. */
function groupsOf<T extends KeyedContact>(contacts: T[]): T[][] {
  const groups = new Set<T[]>()
  const groupsByKey = new Map<string, T[]>()
  for (const contact of contacts) {
    const { mobile, organisation, named } = contact
    const keys = [mobile && `mobile ${mobile}`, organisation && `name ${named}`].filter(Boolean)
    const connected = [...new Set(keys.flatMap((key) => groupsByKey.get(key) ?? []))]
    const group = [...connected, contact]
    for (const key of keys) groups.delete(groupsByKey.get(key) ?? [])
    groups.add(group)
    for (const one of group)
      for (const key of [one.mobile && `mobile ${one.mobile}`, one.organisation && `name ${one.named}`])
        if (key) groupsByKey.set(key, group)
  }
  return [...groups].filter((group) => group.length > 1)
}
