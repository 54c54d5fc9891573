import { notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'

/**
 * What a document is made of besides its answers, for a review, which keeps those of each round and says
 * itself who may read it. Throws NOT_FOUND.
 */
export async function readTemplate(db: Db, documentId: string) {
  const found = await db
    .selectFrom('documents.document')
    .select(['id', 'name', 'number', 'status', 'template', 'creator_id'])
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? notFound()
}
