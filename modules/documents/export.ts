import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Templates that a person saved. */
const savedTemplates = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('documents.saved_template')
    .select(['id', 'name', 'template_code', 'created_at', 'updated_at', 'answers'])
    .where('creator_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Documents that a person created, in any team. */
const createdDocuments = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('documents.document')
    .select([
      'id',
      'name',
      'number',
      'kind',
      'status',
      'template_code',
      'created_at',
      'updated_at',
      'finalised_at',
    ])
    .where('creator_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** What a person created, for the export of their data. */
export async function exportDocuments(db: Db, viewer: Viewer) {
  return { documents: await createdDocuments(db, viewer), templates: await savedTemplates(db, viewer) }
}
