import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import type { DocumentFilter } from '../list/filter.ts'
import { limitReached } from './label.ts'
import { filterText } from './selection.ts'

export const MAX_VIEWS = 20

/** A person's saved views in their present team. */
const viewsOf = (db: Db, { id, teamId }: Viewer) =>
  db.selectFrom('documents.saved_view').where('account_id', '=', id).where('team_id', '=', teamId)

/** Throws FILING_NAME_EXISTS, or INVALID_FIELD when there are too many. */
export async function saveView(db: Db, viewer: Viewer, name: string, filter: DocumentFilter) {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${viewer.id}`}, 0))`.execute(trx)
    const { count } = await viewsOf(trx, viewer)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_VIEWS) throw limitReached(MAX_VIEWS)
    await trx
      .insertInto('documents.saved_view')
      .values({
        id: newId(),
        team_id: viewer.teamId,
        account_id: viewer.id,
        name,
        query: filterText({ ...filter, after: '', before: '' }),
        created_at: now(),
      })
      .execute()
      .catch(onUniqueViolation({ saved_view_name: 'FILING_NAME_EXISTS' }))
  })
}

/** Throws NOT_FOUND, also for a view of another person. */
export async function removeView(db: Db, { id: accountId, teamId }: Viewer, id: string) {
  if (!isId(id)) notFound()
  const deletedRow = await db
    .deleteFrom('documents.saved_view')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  if (deletedRow.numDeletedRows !== 1n) notFound()
}

export const listViews = (db: Db, viewer: Viewer) =>
  viewsOf(db, viewer).select(['id', 'name', 'query']).orderBy('created_at').orderBy('id').execute()
