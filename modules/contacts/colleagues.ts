import { sql } from 'kysely'
import { teamPeople } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { activeContacts, insertContacts, requireContactEditor } from './contact.ts'
import { lockOrder } from './position.ts'

/** The members of the team who can be reached and whose email and mobile no contact has. */
function missingColleagues(db: Db, viewer: Viewer) {
  const contact = activeContacts(db, viewer).select(sql`1`.as('one'))
  const byEmail = contact.where('email', '!=', '').whereRef('email', '=', sql`lower(account.email)`)
  const byMobile = contact.where('mobile', '!=', '').whereRef('mobile', '=', sql`account.mobile`)
  return db
    .selectFrom(teamPeople(db, viewer).as('account'))
    .where((eb) =>
      eb.or([
        eb.and([eb('account.email', 'is not', null), eb.not(eb.exists(byEmail))]),
        eb.and([
          eb('account.email', 'is', null),
          eb('account.mobile', 'is not', null),
          eb.not(eb.exists(byMobile)),
        ]),
      ]),
    )
}

/**
 * The number of colleagues who can be imported, and whether the viewer can be imported too, so that
 * colleagues find them.
 */
export interface MissingColleagues {
  others: number
  self: boolean
}

export const countMissingColleagues = (db: Db, viewer: Viewer) =>
  missingColleagues(db, viewer).select(
    sql<MissingColleagues>`json_build_object(
      'others', count(*) filter (where account.id <> ${viewer.id}),
      'self', count(*) filter (where account.id = ${viewer.id}) > 0)`.as('missingColleagues'),
  )

/**
 * Imports all members of the team who are not contacts yet, including the viewer, ordered by name; returns
 * their number.
 */
export async function addColleagues(db: Db, viewer: Viewer): Promise<number> {
  requireContactEditor(viewer)
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, viewer.teamId)
    const people = await missingColleagues(trx, viewer)
      .select(['name', 'email', 'mobile', 'department as organisation'])
      .orderBy('name')
      .orderBy('account.id')
      .execute()
    const contacts = people.map(({ email, mobile, ...person }) => ({
      ...person,
      type: 'internal' as const,
      group: '',
      email: email?.toLowerCase() ?? '',
      mobile: mobile ?? '',
    }))
    return (await insertContacts(trx, viewer, 'internal', contacts)).length
  })
}
