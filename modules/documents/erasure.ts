import './events.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { eraseArchives } from './archives/archive-sweep.ts'
import { eraseFiling } from './filing/personal-data.ts'

/**
 * Deletes the unsigned documents of erased teams. Signed documents are retained for five years without their
 * drafting history, because they prove the rights of the other parties. Documents out for signature remain,
 * so that the other parties can finish.
 */
export async function eraseDocuments(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await eraseArchives(trx, { accountId, teamIds })
  await eraseFiling(trx, { accountId, teamIds })
  await eraseVersions(trx, accountId, teamIds)
  await trx.deleteFrom('documents.translation_pair').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('documents.memory_import').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('documents.saved_template').where('team_id', 'in', teamIds).execute()
  await eraseUnsigned(trx, { teamIds })
}

/** Deletes the documents of erased teams that are neither signed nor out for signature. */
export async function eraseUnsigned(trx: Db, { teamIds }: { teamIds: string[] }) {
  const unsigned = teamDocuments(trx, teamIds).where('status', 'not in', ['signing', 'completed'])
  while (await eraseBatch(trx, unsigned));
}

/** Deletes all remaining documents of a team, years after the team was erased. */
export const eraseExpired = job('expired-documents', async (db, { teamId }: { teamId: string }) => {
  while (await db.transaction().execute((trx) => eraseBatch(trx, teamDocuments(trx, [teamId]))));
  await db.deleteFrom('documents.numbering').where('team_id', '=', teamId).execute()
})

/** Enqueues a job for each team, because there may be very many documents. */
export async function eraseExpiredLater(trx: Db, { teamIds }: { teamIds: string[] }) {
  for (const teamId of teamIds) await eraseExpired.enqueue(trx, { teamId })
}

const teamDocuments = (trx: Db, teamIds: string[]) =>
  trx.selectFrom('documents.document').select('id').where('team_id', 'in', teamIds)

const BATCH = 100

/** Deletes a hundred of these documents with all that belongs to them; returns false when none are left. */
async function eraseBatch(trx: Db, documents: ReturnType<typeof teamDocuments>): Promise<boolean> {
  const rows = await documents.limit(BATCH).forUpdate().execute()
  const ids = rows.map((row) => row.id)
  if (!ids.length) return false
  await emit(trx, 'documents-erased', { ids })
  await trx.deleteFrom('documents.document').where('id', 'in', ids).execute()
  await trx.deleteFrom('documents.action').where('document_id', 'in', ids).execute()
  for (const id of ids) await removeFiles.enqueue(trx, { prefix: `documents/${id}` })
  return ids.length === BATCH
}

/** Deletes earlier versions, and removes the author's name from the remaining ones in every team. */
async function eraseVersions(trx: Db, accountId: string, teamIds: string[]) {
  const remainingDocuments = trx.selectFrom('documents.document').select('id').where('team_id', 'in', teamIds)
  await trx
    .deleteFrom('documents.version')
    .where('document_id', 'in', remainingDocuments)
    .where('answers', 'is not', null)
    .execute()
  await trx.updateTable('documents.version').set({ author: '' }).where('author_id', '=', accountId).execute()
}
