import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'

/**
 * Deletes an account's unfinished uploads. An upload that is being stored is completed, or removed by the
 * sweep.
 */
export async function eraseUploads(trx: Db, { accountId }: { accountId: string }) {
  await trx
    .deleteFrom('imports.upload')
    .where('account_id', '=', accountId)
    .where('storing_at', 'is', null)
    .execute()
}

/** The unfinished uploads of an account, for its data export. */
export async function exportUploads(db: Db, viewer: Viewer): Promise<ExportPart> {
  const uploads = await db
    .selectFrom('imports.upload')
    .select(['file_name', 'size', 'created_at'])
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .execute()
  return { records: { uploads } }
}

/** The uploads of these documents, for a data export: by document id. */
export async function exportImports(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('imports.import')
    .select(['document_id', 'file_name', 'removed', 'repairs', 'signed', 'parties'])
    .where('document_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ document_id, ...row }) => [document_id, row]))
}
