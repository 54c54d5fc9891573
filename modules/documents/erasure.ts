import './events.ts'
import type { Db } from '#src/app/database.ts'
import { announce } from '#src/jobs/announce.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'

/**
 * Deletes what teams leave behind that nobody has signed. What was signed stays, since it proves the rights of
 * the other parties; what is out for signing is theirs to finish.
 */
export async function eraseDocuments(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('documents.translation_pair').where('team_id', 'in', teamIds).execute()
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
  await trx.deleteFrom('documents.action').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('documents.document').where('id', 'in', ids).execute()
  for (const id of ids) await removeFiles.later(trx, { prefix: `documents/${id}` })
}
