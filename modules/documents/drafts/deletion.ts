import { requirePermission } from '#modules/accounts/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { findHeadingToEdit, type Heading, withDeleted } from '../document.ts'
import { requireQuota } from '../storage-quota.ts'
import { freeName, nextNumber } from './create.ts'
import { calledText } from './entered-text.ts'

/** How long a deleted draft can be restored. */
const RESTORABLE_FOR = DAY

/**
 * Whether a document can be deleted: a draft, or an imported PDF that is not out for signature (not sent
 * yet, declined or expired).
 */
export const mayDelete = ({ kind, status }: Pick<Heading, 'kind' | 'status'>) =>
  status === 'draft' || (kind === 'imported' && status === 'finalised')

/**
 * Deletes a document that can be deleted; documents drafted here and finalised are permanent. Throws
 * DOCUMENT_STATUS_WRONG.
 */
export async function deleteDraft(db: Db, viewer: Viewer, id: string) {
  const document = await findHeadingToEdit(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .updateTable('documents.document')
      .set({ deleted_at: now() })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'draft'),
          eb.and([eb('kind', '=', 'imported'), eb('status', '=', 'finalised')]),
        ]),
      )
      .where('deleted_at', 'is', null)
      .where('translating', '=', false)
      .executeTakeFirst()
    if (deletedRow.numUpdatedRows !== 1n) throw new AppError('DOCUMENT_STATUS_WRONG')
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'delete')
  })
}

/**
 * Restores a deleted draft; does nothing when the draft is not deleted. If another document has the draft's
 * name or number by now, the draft gets the next free name or number. Throws NOT_FOUND once the draft is
 * permanently deleted, and CLOUD_STORAGE_FULL when the quota has no space for a PDF.
 */
export async function restoreDraft(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const document = await withDeleted(db, viewer)
    .select(['id', 'creator_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) notFound()
  requirePermission(viewer, 'document.create')
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .selectFrom('documents.document')
      .select(['name', 'number'])
      .select((eb) =>
        eb
          .selectFrom('documents.file')
          .select((query) => query.fn.sum<number>('size').as('size'))
          .where('document_id', '=', id)
          .where('kind', 'in', ['imported-pdf', 'original-pdf'])
          .as('size'),
      )
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!deletedRow) return
    if (deletedRow.size !== null) await requireQuota(trx, viewer, Number(deletedRow.size))
    const names = {
      number: await freeNumber(trx, viewer.teamId, deletedRow.number),
      name: await freeName(trx, viewer.teamId, deletedRow.name),
    }
    await trx
      .updateTable('documents.document')
      .set({ deleted_at: null, ...names, called: calledText(names) })
      .where('id', '=', id)
      .execute()
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'restore')
  })
}

async function freeNumber(trx: Db, teamId: string, number: string): Promise<string> {
  const otherDocument = await trx
    .selectFrom('documents.document')
    .select('id')
    .where('team_id', '=', teamId)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return otherDocument ? nextNumber(trx, teamId) : number
}

/**
 * Runs nightly: permanently deletes documents that can no longer be restored, with their logs and their
 * unsuccessful signings.
 */
export const deleteExpiredDrafts = job('deleted-drafts', async (db) => {
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('documents.document')
      .select(['id', 'kind'])
      .where('deleted_at', '<', ago(RESTORABLE_FOR))
      .forUpdate()
      .execute()
    const ids = rows.map((row) => row.id)
    if (!ids.length) return
    await emit(trx, 'documents-erased', { ids })
    await trx.deleteFrom('documents.document').where('id', 'in', ids).execute()
    await trx.deleteFrom('documents.action').where('document_id', 'in', ids).execute()
    for (const { id, kind } of rows)
      if (kind === 'imported') await removeFiles.enqueue(trx, { prefix: `documents/${id}` })
  })
})
