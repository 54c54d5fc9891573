import { sql } from 'kysely'
import { visibleDocuments } from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'

/** The key dates of the documents that an account created, or for an administrator the team's key dates. */
export async function exportKeyDates(db: Db, viewer: Viewer): Promise<ExportPart> {
  const dates = visibleDocuments(db, viewer)
    .innerJoin('key_dates.key_date as date', 'date.document_id', 'document.id')
    .select(['document.number as document_number', 'date.kind', 'date.day', 'date.remind'])
    .select(sql<string>`date.label->>'zh_CN'`.as('label'))
    .select(sql<string>`date.label->>'en_US'`.as('label_en'))
    .select(['date.created_at', 'date.done_at'])
    .orderBy('date.id')
  const ownDates = exportsTeam(viewer) ? dates : dates.where('document.creator_id', '=', viewer.id)
  return { records: { keyDates: await ownDates.execute() } }
}

/** Deletes the dates of erased teams, whose signed documents are retained only as evidence. */
export async function eraseKeyDates(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await trx.deleteFrom('key_dates.key_date').where('team_id', 'in', teamIds).execute()
  await trx
    .updateTable('key_dates.key_date')
    .set({ created_by: null })
    .where('created_by', '=', accountId)
    .execute()
}
