import { sql } from 'kysely'
import { teamPeople } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { insertContacts, livingContacts, requireKeeper } from './contact.ts'
import { lockOrder } from './position.ts'

/** The people of the team who can be reached and are not among its contacts, found by email or else by mobile. */
function strangers(db: Db, viewer: Viewer) {
  const contact = livingContacts(db, viewer).select(sql`1`.as('one'))
  const byEmail = contact.where('email', '!=', '').whereRef('email', '=', sql`lower(account.email)`)
  const byMobile = contact.where('mobile', '!=', '').whereRef('mobile', '=', sql`account.mobile`)
  return db
    .selectFrom(teamPeople(db, viewer).as('account'))
    .where((eb) =>
      eb.or([
        eb.and([eb('account.email', 'is not', null), eb.not(eb.exists(byEmail))]),
        eb.and([
          ...[eb('account.email', 'is', null), eb('account.mobile', 'is not', null)],
          eb.not(eb.exists(byMobile)),
        ]),
      ]),
    )
}

/** How many people of the team could be taken over; 0 where that is the viewer alone. */
export const countStrangers = (db: Db, viewer: Viewer) =>
  strangers(db, viewer).select((eb) =>
    eb
      .case()
      .when(sql<boolean>`bool_or(account.id <> ${viewer.id})`)
      .then(eb.fn.countAll<number>())
      .else(0)
      .end()
      .as('count'),
  )

/** Takes over everybody of the team who is no contact yet, by name; resolves how many. */
export async function addColleagues(db: Db, viewer: Viewer): Promise<number> {
  requireKeeper(viewer)
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, viewer.teamId)
    const people = await strangers(trx, viewer)
      .select(['name', 'email', 'mobile', 'department as organisation'])
      .orderBy('name')
      .orderBy('account.id')
      .execute()
    const written = people.map(({ email, mobile, ...person }) => ({
      ...{ ...person, type: 'internal' as const, group: '' },
      ...{ email: email?.toLowerCase() ?? '', mobile: mobile ?? '' },
    }))
    return (await insertContacts(trx, viewer, 'internal', written)).length
  })
}
