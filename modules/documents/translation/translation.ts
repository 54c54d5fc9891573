import { sql } from 'kysely'
import { assemble } from '#assembly/assemble.ts'
import { opposite } from '#assembly/twins.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { type Document, findToEdit } from '../document.ts'
import { enteredText } from '../drafts/entered-text.ts'
import { refuseLapsed } from '../drafts/validity.ts'
import { recordVersion } from '../versions/version.ts'
import { endTranslation, latestTranslation } from './progress.ts'
import { translateDocument } from './run.ts'
import { translatableUnits } from './units.ts'

/** The reason why a document cannot be translated; null when it can. */
export type Obstacle = 'notDraft' | 'oneLanguage' | 'incomplete' | 'nothing'

/**
 * The texts that would be translated, and the obstacle. The other language is translated from the primary
 * one, so the primary one must be complete.
 */
export function translationOf(document: Document) {
  const { template, answers, status } = document
  const units = translatableUnits(template, answers)
  return { units, obstacle: obstacleOf(), missingCount: missingIn(document) }

  function obstacleOf(): Obstacle | null {
    if (status !== 'draft') return 'notDraft'
    if (!answers.languages.bilingual) return 'oneLanguage'
    if (missingIn(document)) return 'incomplete'
    return units.length ? null : 'nothing'
  }
}

/** The number of required blanks that are empty in the primary language. */
function missingIn(document: Document): number {
  const other = opposite(document.answers.languages.primary) === 'en' ? 'englishMissing' : 'chineseMissing'
  return assemble(document).open.filter(({ kind, problem }) => kind === 'required' && problem !== other)
    .length
}

/**
 * Locks the draft and begins to translate the missing texts of the other language, or all of them. Throws
 * TRANSLATION_IN_PROGRESS when a translation is running, DOCUMENT_LAPSED, DOCUMENT_STATUS_WRONG, and
 * TRANSLATION_STATUS_WRONG when there is an obstacle.
 */
export async function startTranslation(db: Db, viewer: Viewer, id: string, everything = false) {
  const document = await findToEdit(db, viewer, id)
  refuseLapsed(document, viewer)
  const { units, obstacle } = translationOf(document)
  if (document.translating) throw new AppError('TRANSLATION_IN_PROGRESS')
  if (obstacle === 'notDraft') throw new AppError('DOCUMENT_STATUS_WRONG')
  const total = units.filter(({ open }) => everything || open).length
  if (obstacle || !total) throw new AppError('TRANSLATION_STATUS_WRONG')
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('documents.document')
      .set({ translating: true })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .where('version', '=', document.version)
      .where('translating', '=', false)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) throw new AppError('TRANSLATION_IN_PROGRESS')
    const translation = { id: newId(), document_id: id, account_id: viewer.id }
    await trx
      .insertInto('documents.translation')
      .values({ ...translation, state: 'running', everything, total, created_at: now() })
      .execute()
    await translateDocument.enqueue(trx, { id: translation.id })
  })
}

/** Cancels a run; the document is unchanged. Does nothing when none is active. */
export async function cancelTranslation(db: Db, viewer: Viewer, id: string) {
  const document = await findToEdit(db, viewer, id)
  await db.transaction().execute((trx) => endTranslation(trx, document.id, 'cancelled'))
}

/**
 * Restores the texts that the last run replaced. Throws TRANSLATION_STATUS_WRONG after its result has been
 * edited, or when there is nothing to restore.
 */
export async function undoTranslation(db: Db, viewer: Viewer, id: string) {
  const document = await findToEdit(db, viewer, id)
  refuseLapsed(document, viewer)
  const latestRun = await latestTranslation(db, id)
  const replacedAnswers = latestRun?.state === 'done' && latestRun.before
  if (!replacedAnswers) throw new AppError('TRANSLATION_STATUS_WRONG')
  await db.transaction().execute(async (trx) => {
    const restoredRun = await trx
      .updateTable('documents.document')
      .set({
        answers: JSON.stringify(replacedAnswers),
        version: sql`version + 1`,
        words: enteredText(replacedAnswers),
        saved_by: viewer.id,
        updated_at: now(),
      })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .where('deleted_at', 'is', null)
      .where('version', '=', latestRun.version!)
      .executeTakeFirst()
    if (restoredRun.numUpdatedRows !== 1n) throw new AppError('TRANSLATION_STATUS_WRONG')
    await recordVersion(trx, { id, outgoing: document.answers }, viewer, 'undo-translation')
    await trx
      .updateTable('documents.translation')
      .set({ state: 'undone', before: null })
      .where('id', '=', latestRun.id)
      .execute()
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'undo-translation')
  })
}
