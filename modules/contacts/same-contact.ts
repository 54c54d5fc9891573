import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { wordsOf } from '#src/db/grams.ts'
import { activeContacts } from './contact.ts'
import type { ContactFields } from './contact-form.ts'

type Person = Pick<ContactFields, 'name' | 'organisation' | 'mobile' | 'email'>

/**
 * Name and organisation in the form in which the search compares them; an index is on exactly this
 * expression.
 */
export const NAME_AND_ORGANISATION = sql<string>`split_part(words, e'\n', 1) || e'\n' || split_part(words, e'\n', 2)`

/**
 * The same text for a person who is not a contact yet; null without an organisation, because many people may
 * have the same name.
 */
export const nameKey = ({ name, organisation }: Person): string | null =>
  organisation ? wordsOf(name, organisation) : null

/** The property by which a contact was recognised. */
export type MatchedBy = 'email' | 'mobile' | 'name'

export interface Match {
  id: string
  by: MatchedBy
  name: string
}

/**
 * The contact that each person seems to be, by index in the list: recognised first by email, including
 * emails stored from merged contacts, then by mobile, then by name and organisation. No contact is returned
 * for two people.
 */
export async function findMatches(db: Db, viewer: Viewer, people: Person[]): Promise<Map<number, Match>> {
  const emails = people.flatMap(({ email }) => email || [])
  const mobiles = people.flatMap(({ mobile }) => mobile || [])
  const nameKeys = people.flatMap((person) => nameKey(person) ?? [])
  const rows = () =>
    activeContacts(db, viewer).select([
      'id',
      'name',
      'email',
      'other_emails',
      'mobile',
      NAME_AND_ORGANISATION.as('named'),
    ])
  const rowsWith = (column: 'email' | 'mobile', texts: string[]) =>
    rows()
      .where(column, '!=', '')
      .where((eb) => eb(column, '=', eb.fn.any(eb.val(texts))))
  const byName = rows()
    .where('organisation', '!=', '')
    .where((eb) => eb(NAME_AND_ORGANISATION, '=', eb.fn.any(eb.val(nameKeys))))
  const byOtherEmail = rows().where(sql<boolean>`other_emails && ${emails}::text[]`)
  const candidates = await rowsWith('email', emails)
    .union(byOtherEmail)
    .union(rowsWith('mobile', mobiles))
    .union(byName)
    .execute()
  return matchesOf(people, candidates)
}

type FoundContact = Person & { id: string; other_emails: string[]; named: string }

function matchesOf(people: Person[], rows: Omit<FoundContact, 'organisation'>[]): Map<number, Match> {
  const matches = new Map<number, Match>()
  const matchedIds = new Set<string>()
  const matchers: [MatchedBy, (person: Person) => string | null, (row: (typeof rows)[number]) => string[]][] =
    [
      ['email', ({ email }) => email, ({ email, other_emails }) => [...other_emails, email]],
      ['mobile', ({ mobile }) => mobile, ({ mobile }) => [mobile]],
      ['name', nameKey, ({ named }) => [named]],
    ]
  for (const [by, keyOf, keyOfRow] of matchers) {
    const rowsByKey = new Map(rows.flatMap((row) => keyOfRow(row).map((key) => [key, row] as const)))
    for (const [index, person] of people.entries()) {
      const key = matches.has(index) ? null : keyOf(person)
      const row = key ? rowsByKey.get(key) : undefined
      if (!row || matchedIds.has(row.id)) continue
      matchedIds.add(row.id)
      matches.set(index, { id: row.id, by, name: row.name })
    }
  }
  return matches
}
