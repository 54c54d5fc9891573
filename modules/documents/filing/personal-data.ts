import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { exportsTeam } from '#src/jobs/export-part.ts'
import { listLabels } from './label.ts'
import { listViews } from './saved-view.ts'

/** A person's saved views, and for an administrator also the team's folders and tags. */
export async function exportFiling(db: Db, viewer: Viewer) {
  const views = await listViews(db, viewer)
  const savedViews = views.map(({ name, query }) => ({ name, query }))
  if (!exportsTeam(viewer)) return { savedViews }
  const labels = await listLabels(db, viewer)
  return { savedViews, labels: labels.map(({ kind, name, colour }) => ({ kind, name, colour })) }
}

/** Deletes the views of an account, and the folders and tags of erased teams. */
export async function eraseFiling(trx: Db, { accountId, teamIds }: { accountId: string; teamIds: string[] }) {
  await trx.deleteFrom('documents.saved_view').where('account_id', '=', accountId).execute()
  if (!teamIds.length) return
  await trx.deleteFrom('documents.saved_view').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('documents.label').where('team_id', 'in', teamIds).execute()
  await trx
    .updateTable('documents.document')
    .set({ folder_id: null })
    .where('team_id', 'in', teamIds)
    .where('folder_id', 'is not', null)
    .execute()
}
