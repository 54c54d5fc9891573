import { ago, SECOND } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { actorOf, listActions, logAction } from '../audit-log.ts'
import { type Document, findDocument, findToEdit } from '../document.ts'
import { lastSigningIn } from '../last-signing.ts'
import type { CopyKind, DeclineNote } from '../schema.ts'
import type { Status } from '../status.ts'
import { insertDraft, requireUse } from './create.ts'

/**
 * Whether a revision can be made: only of a document with a final text and no pending signing, because a
 * draft is edited directly.
 */
export const mayRevise = (status: Status) => status === 'finalised' || status === 'completed'

/** Within this time, two clicks of one person make one draft. */
const DOUBLE_CLICK = 5 * SECOND

/**
 * Makes a new draft with the template, answers and parties of a document that the viewer may read, and
 * returns its id. Spends a use, as creating a document does. A revision contains the reason why the document
 * was declined. Throws TEMPLATE_NOT_IN_PLAN, USAGE_INSUFFICIENT, or DOCUMENT_STATUS_WRONG for the revision
 * of a document that is neither finalised nor completed.
 */
export async function copyDocument(db: Db, viewer: Viewer, id: string, copyKind: CopyKind): Promise<string> {
  const source = await findDocument(db, viewer, id)
  requireUse(viewer, source.template)
  if (copyKind === 'revision' && !mayRevise(source.status)) throw new AppError('DOCUMENT_STATUS_WRONG')
  return db.transaction().execute(async (trx) => {
    await lockSource(trx, source.id)
    const existingId = await findRecentCopy(trx, viewer, source.id, copyKind)
    if (existingId) return existingId
    const note = copyKind === 'revision' ? await findDecline(trx, source) : null
    const { template, answers } = source
    const from = { id: source.id, number: source.number, as: copyKind, note }
    const copy = await insertDraft(trx, viewer, { template, answers, name: stemOf(source.name), from })
    await logAction(trx, source.id, actorOf(viewer, source.creator_id), copyKind, { to: copy.number })
    return copy.id
  })
}

/**
 * Locks the document, so that a second click waits and finds the draft of the first. Throws NOT_FOUND once
 * the document is deleted.
 */
async function lockSource(trx: Db, id: string) {
  const locked = await trx
    .selectFrom('documents.document')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) notFound()
}

async function findRecentCopy(trx: Db, viewer: Viewer, sourceId: string, copyKind: CopyKind) {
  const recentCopy = await trx
    .selectFrom('documents.document')
    .select('id')
    .where('copied_from', '=', sourceId)
    .where('copied_as', '=', copyKind)
    .where('creator_id', '=', viewer.id)
    .where('created_at', '>', ago(DOUBLE_CLICK))
    .where('version', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return recentCopy?.id
}

/** Who last declined the document and why, or null. */
async function findDecline(trx: Db, { id, number }: Document): Promise<DeclineNote | null> {
  const end = lastSigningIn(await listActions(trx, id))?.end
  return end?.kind === 'declined'
    ? { number, by: end.by, at: end.at.toISOString(), reason: end.reason }
    : null
}

/**
 * The name without its number: a copy of "Lease (2)" is "Lease (3)". A long name is cut to leave space for
 * the number.
 */
const stemOf = (name: string) => name.replace(/ \(\d{1,4}\)$/, '').slice(0, 92)

/** Hides the note of a revision about the previous document. */
export async function hideNote(db: Db, viewer: Viewer, id: string) {
  const { id: documentId } = await findToEdit(db, viewer, id)
  await db.updateTable('documents.document').set({ note: null }).where('id', '=', documentId).execute()
}
