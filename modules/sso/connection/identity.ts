import { logAccountAction, requirePermission } from '#modules/accounts/index.ts'
import { endAllSessions } from '#src/auth/session.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { identitiesOf } from './connection.ts'

/** A linked person. Throws NOT_FOUND for an unknown person and for one of another team. */
export async function findIdentity(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'team.edit')
  if (!isId(id)) notFound()
  const person = await identitiesOf(db, viewer).where('identity.id', '=', id).executeTakeFirst()
  return person ?? notFound()
}

/**
 * Unlinks a member who was removed from the team, and ends the member's sessions: the team's provider may
 * have started them, and they would now give access to the member's new team.
 */
export async function unlinkRemoved(trx: Db, { teamId, accountId }: { teamId: string; accountId: string }) {
  const deletion = await trx
    .deleteFrom('sso.identity')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (deletion.numDeletedRows) await endAllSessions(trx, accountId)
}

/** Unlinks a person; the next login links the person again by email address. */
export async function unlinkPerson(db: Db, viewer: Viewer, id: string) {
  await findIdentity(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const deletedIdentity = await trx
      .deleteFrom('sso.identity')
      .where('id', '=', id)
      .returning('account_id')
      .executeTakeFirst()
    if (deletedIdentity) await logAccountAction(trx, viewer, 'unlink-sso', deletedIdentity.account_id)
  })
}
