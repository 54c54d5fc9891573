import { sql } from 'kysely'
import { customerNames, staffNames } from '#modules/accounts/index.ts'
import type { SecurityEvent } from '#src/auth/security-event.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The people named in the events, by id. With a viewer, also all current members of the viewer's team. */
export async function findPeople(db: Db, events: SecurityEvent[], viewer?: Viewer) {
  const ids = new Set(events.flatMap(({ accountId, actorId }) => [accountId, actorId]))
  const idList = [...ids].filter((id) => id !== null)
  if (!idList.length && !viewer) return new Map<string, EventPerson>()
  const people = await customerNames(db)
    .select('account.team_id as teamId')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'account.id')
    .select(sql<boolean>`staff.id is not null`.as('isStaff'))
    .where((eb) =>
      eb.or([
        ...(idList.length ? [eb('account.id', 'in', idList)] : []),
        ...(viewer ? [eb('account.team_id', '=', viewer.teamId)] : []),
      ]),
    )
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
  return new Map<string, EventPerson>(people.map((one) => [one.id, one]))
}

export interface EventPerson {
  id: string
  name: string
  username: string
  teamId: string
  isStaff: boolean
}
