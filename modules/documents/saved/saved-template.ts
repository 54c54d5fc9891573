import { blankAnswers } from '#assembly/blank.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { ago, DAY, now, SECOND } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { foldText } from '#src/core/text/fold.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { job } from '#src/jobs/jobs.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { findToEdit } from '../document.ts'
import { insertDraft, requireUse } from '../drafts/create.ts'
import { ownAnswers, type SavedParts } from './own-answers.ts'

/** The maximum number of templates saved from one document, including deleted ones. */
export const SAVES_PER_DOCUMENT = 3
/** How long a deleted template can be restored. */
const RESTORABLE_FOR = DAY
/** Within this time, two clicks of one person count as one. */
const DOUBLE_CLICK = 5 * SECOND

const onTakenName = onUniqueViolation({ saved_template_name: 'TEMPLATE_NAME_EXISTS' })

/** A viewer's saved templates, and with `team.documents` those of the whole team. */
export const visibleTemplates = (db: Db, viewer: Viewer) =>
  withDeleted(db, viewer).where('saved.deleted_at', 'is', null)

/** Like `visibleTemplates`, including deleted templates that can still be restored. */
export function withDeleted(db: Db, viewer: Viewer) {
  const teamTemplates = db
    .selectFrom('documents.saved_template as saved')
    .where('saved.team_id', '=', viewer.teamId)
  return viewer.permissions.includes('team.documents')
    ? teamTemplates
    : teamTemplates.where('saved.creator_id', '=', viewer.id)
}

/** Throws NOT_FOUND for an unknown id and for another customer's template. */
export async function findSaved(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const template = await visibleTemplates(db, viewer)
    .leftJoin('documents.document as source', (join) =>
      join.onRef('source.id', '=', 'saved.document_id').on('source.deleted_at', 'is', null),
    )
    .selectAll('saved')
    .select('source.number as source_number')
    .where('saved.id', '=', id)
    .executeTakeFirst()
  return template ?? notFound()
}

export type SavedTemplate = Awaited<ReturnType<typeof findSaved>>

/** How many more times a document may be saved as a template. */
export const savesLeft = ({ template_saves }: { template_saves: number }) =>
  Math.max(0, SAVES_PER_DOCUMENT - template_saves)

/**
 * Saves the text of a document in any state as a template and returns its id. Throws TEMPLATE_SAVE_LIMIT, or
 * TEMPLATE_NAME_EXISTS.
 */
export async function saveAsTemplate(
  db: Db,
  viewer: Viewer,
  documentId: string,
  { name, ...savedParts }: SavedParts & { name: string },
): Promise<string> {
  const { template, answers, creator_id } = await findToEdit(db, viewer, documentId)
  const savedAnswers = ownAnswers(
    answers,
    blankAnswers(template, answers.languages),
    viewer.teamName,
    savedParts,
  )
  return db.transaction().execute(async (trx) => {
    const saves = await lockDocument(trx, documentId)
    const existingId = await findRecentSave(trx, viewer, documentId, name)
    if (existingId) return existingId
    if (!savesLeft(saves)) throw new AppError('TEMPLATE_SAVE_LIMIT')
    await countSave(trx, documentId, saves.template_saves + 1)
    const id = newId()
    await trx
      .insertInto('documents.saved_template')
      .values({
        id,
        team_id: viewer.teamId,
        creator_id: viewer.id,
        name,
        called: foldText(name),
        document_id: documentId,
        template_code: template.code,
        template: JSON.stringify(template),
        answers: JSON.stringify(savedAnswers),
        created_at: now(),
        updated_at: now(),
      })
      .execute()
      .catch(onTakenName)
    await logAction(trx, documentId, actorOf(viewer, creator_id), 'save-as-template', { name })
    return id
  })
}

/** Locks the document, so that a second click waits. Throws NOT_FOUND if the document was deleted. */
async function lockDocument(trx: Db, id: string) {
  const locked = await trx
    .selectFrom('documents.document')
    .select('template_saves')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return locked ?? notFound()
}

const countSave = (trx: Db, id: string, template_saves: number) =>
  trx.updateTable('documents.document').set({ template_saves }).where('id', '=', id).execute()

async function findRecentSave(trx: Db, viewer: Viewer, documentId: string, name: string) {
  const recentSave = await trx
    .selectFrom('documents.saved_template')
    .select('id')
    .where('document_id', '=', documentId)
    .where('creator_id', '=', viewer.id)
    .where('name', '=', name)
    .where('created_at', '>', ago(DOUBLE_CLICK))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return recentSave?.id
}

/**
 * Makes a draft with the text and answers of a saved template and returns its id; spends a use, as creating
 * a document does. Throws TEMPLATE_NOT_IN_PLAN, UNPAID_ORDER or USAGE_INSUFFICIENT.
 */
export async function draftFromSaved(db: Db, viewer: Viewer, id: string): Promise<string> {
  const { template, answers, name } = await findSaved(db, viewer, id)
  requireUse(viewer, template)
  return db.transaction().execute(async (trx) => {
    await lockSaved(trx, id)
    const existingId = await findRecentDraft(trx, viewer, id)
    if (existingId) return existingId
    const draft = await insertDraft(trx, viewer, { template, answers, name, savedTemplate: { id, name } })
    return draft.id
  })
}

async function lockSaved(trx: Db, id: string) {
  const locked = await trx
    .selectFrom('documents.saved_template')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) notFound()
}

async function findRecentDraft(trx: Db, viewer: Viewer, savedId: string) {
  const recentDraft = await trx
    .selectFrom('documents.document')
    .select('id')
    .where('saved_template_id', '=', savedId)
    .where('creator_id', '=', viewer.id)
    .where('created_at', '>', ago(DOUBLE_CLICK))
    .where('version', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return recentDraft?.id
}

/** Throws TEMPLATE_NAME_EXISTS. */
export async function renameSaved(db: Db, viewer: Viewer, id: string, name: string) {
  const template = await findChangeable(db, viewer, id)
  await db
    .updateTable('documents.saved_template')
    .set({ name, called: foldText(name), updated_at: now() })
    .where('id', '=', template.id)
    .execute()
    .catch(onTakenName)
}

export async function deleteSaved(db: Db, viewer: Viewer, id: string) {
  const template = await findChangeable(db, viewer, id)
  await db
    .updateTable('documents.saved_template')
    .set({ deleted_at: now() })
    .where('id', '=', template.id)
    .execute()
}

/**
 * Restores a deleted template; does nothing when it is not deleted. Throws TEMPLATE_NAME_EXISTS, or
 * NOT_FOUND once it is permanently deleted.
 */
export async function restoreSaved(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const template = await withDeleted(db, viewer)
    .select('saved.id')
    .where('saved.id', '=', id)
    .executeTakeFirst()
  if (!template) notFound()
  requirePermission(viewer, 'document.create')
  await db
    .updateTable('documents.saved_template')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .execute()
    .catch(onTakenName)
}

/** Throws ACCESS_DENIED when the viewer may only read. */
async function findChangeable(db: Db, viewer: Viewer, id: string) {
  const template = await findSaved(db, viewer, id)
  requirePermission(viewer, 'document.create')
  return template
}

/** Runs nightly: permanently deletes deleted templates. */
export const deleteExpiredTemplates = job('deleted-templates', async (db) => {
  await db.deleteFrom('documents.saved_template').where('deleted_at', '<', ago(RESTORABLE_FOR)).execute()
})
