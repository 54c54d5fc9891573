import { notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'

/**
 * The data of a document besides its answers, for a review, which stores the answers of each round and checks
 * access itself. Throws NOT_FOUND.
 */
export async function readTemplate(db: Db, documentId: string) {
  const document = await db
    .selectFrom('documents.document')
    .select(['id', 'name', 'number', 'status', 'template', 'creator_id'])
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return document ?? notFound()
}
