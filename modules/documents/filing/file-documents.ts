import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { requireFiler } from './label.ts'
import { chosenDocuments, type Selection } from './selection.ts'

export interface Filing {
  /** A folder's id, `none` to remove the documents from their folders, or '' for no change. */
  folder: string
  /** Ids of tags. */
  added: string[]
  removed: string[]
  archived: 'yes' | 'no' | ''
}

export const NO_CHANGE: Filing = { folder: '', added: [], removed: [], archived: '' }

/**
 * Files the chosen documents and returns their number. Does not count as an edit, because their content is
 * unchanged. Throws ACCESS_DENIED, INVALID_FIELD for no documents, too many, or a folder or tag that has
 * been deleted.
 */
export async function fileDocuments(db: Db, viewer: Viewer, selection: Selection, filing: Filing) {
  requireFiler(viewer)
  const documents = await chosenDocuments(db, viewer, selection)
  const ids = documents.map(({ id }) => id)
  const { folder, added, removed, archived } = filing
  await db.transaction().execute(async (trx) => {
    await requireLabels(trx, viewer, 'folder', folder && folder !== 'none' ? [folder] : [])
    await requireLabels(trx, viewer, 'tag', added)
    await trx
      .selectFrom('documents.document')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (folder)
      await trx
        .updateTable('documents.document')
        .set({ folder_id: folder === 'none' ? null : folder })
        .where('id', 'in', ids)
        .execute()
    if (added.length)
      await trx
        .insertInto('documents.tagged')
        .values(ids.flatMap((id) => added.map((tag) => ({ document_id: id, tag_id: tag }))))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    if (removed.length)
      await trx
        .deleteFrom('documents.tagged')
        .where('document_id', 'in', ids)
        .where('tag_id', '=', sql<string>`any(${removed}::uuid[])`)
        .execute()
    if (archived) await archive(trx, viewer, documents, archived === 'yes')
  })
  return documents.length
}

/** Locks the labels until the end of the transaction, so that none of them is deleted in the meantime. */
async function requireLabels(trx: Db, { teamId }: Viewer, kind: 'folder' | 'tag', ids: string[]) {
  if (!ids.length) return
  const labels = await trx
    .selectFrom('documents.label')
    .select('id')
    .where('team_id', '=', teamId)
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .forShare()
    .execute()
  if (labels.length < ids.length) throw new AppError('INVALID_FIELD', {}, `documents.filing.problem.${kind}`)
}

async function archive(
  trx: Db,
  viewer: Viewer,
  documents: { id: string; creator_id: string }[],
  isArchived: boolean,
) {
  const update = await trx
    .updateTable('documents.document')
    .set({ archived_at: isArchived ? now() : null })
    .where(
      'id',
      'in',
      documents.map(({ id }) => id),
    )
    .where('archived_at', isArchived ? 'is' : 'is not', null)
    .returning(['id', 'creator_id'])
    .execute()
  for (const { id, creator_id } of update)
    await logAction(trx, id, actorOf(viewer, creator_id), isArchived ? 'archive' : 'unarchive')
}
