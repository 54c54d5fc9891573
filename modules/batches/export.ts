import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'

/** The tables of the viewer's batches, row by row, for their data export. */
export async function exportBatches(db: Db, viewer: Viewer): Promise<ExportPart> {
  const batches = await db
    .selectFrom('batches.row as row')
    .innerJoin('batches.batch as batch', 'batch.id', 'row.batch_id')
    .select(['batch.model', 'batch.created_at', 'batch.signing_order'])
    .select(['row.number', 'row.name', 'row.cells', 'row.state'])
    .where('batch.account_id', '=', viewer.id)
    .orderBy('batch.created_at')
    .orderBy('row.number')
    .execute()
  return { records: { batches } }
}
