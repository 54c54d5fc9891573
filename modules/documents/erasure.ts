import './events.ts'
import type { Db } from '#src/db/db.ts'
import { announce } from '#src/jobs/announce.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { eraseArchives } from './archives/archive-sweep.ts'

/**
 * Deletes the unsigned documents of erased teams. Signed documents stay, because they prove the rights of the
 * other parties, but without their drafting history; documents out for signature stay for the others to
 * finish.
 */
export async function eraseDocuments(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await eraseArchives(trx, { accountId, teamIds })
  await eraseVersions(trx, accountId, teamIds)
  await trx.deleteFrom('documents.translation_pair').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('documents.memory_import').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('documents.saved_template').where('team_id', 'in', teamIds).execute()
  const rows = await trx
    .selectFrom('documents.document')
    .select('id')
    .where('team_id', 'in', teamIds)
    .where('status', 'not in', ['signing', 'completed'])
    .forUpdate()
    .execute()
  const ids = rows.map((row) => row.id)
  if (!ids.length) return
  await announce(trx, 'documents-erased', { ids })
  await trx.deleteFrom('documents.document').where('id', 'in', ids).execute()
  await trx.deleteFrom('documents.action').where('document_id', 'in', ids).execute()
  for (const id of ids) await removeFiles.enqueue(trx, { prefix: `documents/${id}` })
}

/** Deletes earlier versions, and removes the author's name from the remaining ones in every team. */
async function eraseVersions(trx: Db, accountId: string, teamIds: string[]) {
  const left = trx.selectFrom('documents.document').select('id').where('team_id', 'in', teamIds)
  await trx
    .deleteFrom('documents.version')
    .where('document_id', 'in', left)
    .where('answers', 'is not', null)
    .execute()
  await trx.updateTable('documents.version').set({ author: '' }).where('author_id', '=', accountId).execute()
}
