import { logAccountAction } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { requireConnection } from './connection.ts'

/** A linked person. Throws NOT_FOUND for an unknown one and for one of another team. */
export async function findIdentity(db: Db, viewer: Viewer, id: string) {
  const { connection } = await requireConnection(db, viewer)
  return (isId(id) && connection.people.find((one) => one.id === id)) || notFound()
}

/** Unlinks a person, whose next login links again by the address. */
export async function unlinkPerson(db: Db, viewer: Viewer, id: string) {
  await findIdentity(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('sso.identity')
      .where('id', '=', id)
      .returning('account_id')
      .executeTakeFirst()
    if (removed) await logAccountAction(trx, viewer, 'unlink-sso', removed.account_id)
  })
}
