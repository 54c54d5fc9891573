import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The list of a person's saved templates, for the same export. */
export const exportTemplates = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('documents.saved_template')
    .select(['id', 'name', 'template_code', 'created_at', 'updated_at', 'answers'])
    .where('creator_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The list of the documents a person created, in any team, for the export of their data. */
export async function exportDocuments(db: Db, viewer: Viewer) {
  return db
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
}
