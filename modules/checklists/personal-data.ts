import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'
import { checklistsOf } from './checklist.ts'

/** The notes of an account about PDFs, or for an administrator those of the team. */
export async function exportChecklists(db: Db, viewer: Viewer): Promise<ExportPart> {
  const allChecklists = checklistsOf(db, viewer)
  const rows = await (exportsTeam(viewer)
    ? allChecklists
    : allChecklists.where('document.creator_id', '=', viewer.id)
  ).execute()
  const checklists = rows.map(({ answers, ...row }) => ({
    ...row,
    points: Object.entries(answers).map(([point, { verdict, note }]) => ({ point, verdict, note })),
  }))
  return { records: { checklists } }
}

/** Deletes the checklists of erased teams. */
export async function eraseChecklists(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await trx.deleteFrom('checklists.checklist').where('team_id', 'in', teamIds).execute()
  await trx
    .updateTable('checklists.checklist')
    .set({ created_by: null })
    .where('created_by', '=', accountId)
    .execute()
}
