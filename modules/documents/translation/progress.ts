import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/** The latest translation run of the document. */
export async function latestTranslation(db: Db, documentId: string) {
  return db
    .selectFrom('documents.translation')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type Translation = NonNullable<Awaited<ReturnType<typeof latestTranslation>>>

/**
 * Ends the running translation without writing its texts, and unlocks the document. With `id`, ends only that
 * run, so that a late failure of an earlier run does not end a later one.
 */
export async function endTranslation(
  trx: Db,
  documentId: string,
  state: 'failed' | 'cancelled',
  id?: string,
) {
  let ending = trx
    .updateTable('documents.translation')
    .set({ state, ended_at: now() })
    .where('document_id', '=', documentId)
    .where('state', '=', 'running')
  if (id) ending = ending.where('id', '=', id)
  const ended = await ending.executeTakeFirst()
  if (ended.numUpdatedRows === 1n)
    await trx
      .updateTable('documents.document')
      .set({ translating: false })
      .where('id', '=', documentId)
      .execute()
}
