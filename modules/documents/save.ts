import { sql } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import { MAX_SIZE, sizeOf } from '#assembly/size.ts'
import type { Template } from '#assembly/template/template.ts'
import { ago, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { refuseFormerTemplate, storeFormerTemplate } from './adoption/former-template.ts'
import { actorOf, logAction } from './audit-log.ts'
import { type Document, findDocument, findToEdit } from './document.ts'
import { counterpartiesIn } from './drafts/counterparty.ts'
import { enteredText } from './drafts/entered-text.ts'
import { logPosition } from './drafts/position.ts'
import { refuseLapsed } from './drafts/validity.ts'
import { EDITING_SESSION, recordVersion, type VersionCause } from './versions/version.ts'

export interface SaveResult {
  version: number
  savedAt: string
}

/** The stored content that conflicts with a person's changes. */
export interface Conflict {
  version: number
  answers: Answers
  savedBy: string
  savedAt: string
}

interface SaveRequest {
  /** The save on which the answers are based. */
  version: number
  answers: Answers
  cause?: VersionCause
  /** The template of the answers, if it is another version. */
  template?: Template
}

/**
 * Saves a draft with optimistic concurrency control: only if the stored version is still the one that the
 * writer started from; otherwise returns the stored content and changes nothing. Throws TEMPLATE_UPDATED
 * when the writer started from another version of the template, TRANSLATION_IN_PROGRESS, DOCUMENT_LAPSED,
 * DOCUMENT_STATUS_WRONG when it is no longer a draft, and TOO_LARGE when printing it would take too long.
 */
export async function saveAnswers(
  db: Db,
  viewer: Viewer,
  id: string,
  change: SaveRequest,
): Promise<SaveResult | { conflict: Conflict }> {
  const document = await findToEdit(db, viewer, id)
  const result = await db.transaction().execute((trx) => writeAnswers(trx, viewer, document, change))
  if (result) return { version: result.version, savedAt: result.updated_at.toISOString() }
  const currentDocument = await findDocument(db, viewer, id)
  if (currentDocument.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  if (currentDocument.translating) throw new AppError('TRANSLATION_IN_PROGRESS')
  await refuseFormerTemplate(db, id, change.version)
  return {
    conflict: {
      version: currentDocument.version,
      answers: currentDocument.answers,
      savedBy: currentDocument.saved_by === viewer.id ? viewer.name : '',
      savedAt: currentDocument.updated_at.toISOString(),
    },
  }
}

/**
 * Like `saveAnswers`, within the caller's transaction; returns undefined when the document is not a draft of
 * that version. Throws DOCUMENT_LAPSED, TOO_LARGE.
 */
export async function writeAnswers(
  trx: Db,
  viewer: Viewer,
  document: Pick<Document, 'id' | 'version' | 'template' | 'answers' | 'creator_id' | 'valid_until'>,
  { version, answers, cause = 'edit', template: newTemplate }: SaveRequest,
) {
  const { id, template, creator_id } = document
  refuseLapsed(document, viewer)
  refuseTooLong(newTemplate ?? template, answers)
  if (document.version !== version) return undefined
  const row = await trx
    .updateTable('documents.document')
    .set({
      answers: JSON.stringify(answers),
      ...(newTemplate && { template: JSON.stringify(newTemplate) }),
      ...counterpartiesIn(answers, viewer.teamName),
      words: enteredText(answers),
      version: sql`version + 1`,
      saved_by: viewer.id,
      updated_at: now(),
    })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .where('version', '=', version)
    .where('translating', '=', false)
    .returning(['version', 'updated_at'])
    .executeTakeFirst()
  if (!row) return undefined
  await recordVersion(trx, { id, outgoing: document.answers }, viewer, cause)
  if (newTemplate) await storeFormerTemplate(trx, { id, template, save: row.version })
  if (cause === 'restore' || cause === 'adopt') return row
  await logEditing(trx, id, viewer, creator_id)
  if (answers.position !== document.answers.position)
    await logPosition(trx, id, actorOf(viewer, creator_id), { template, answers })
  return row
}

function refuseTooLong(template: Template, answers: Answers) {
  const { characters, marks } = sizeOf(template, answers)
  if (characters > MAX_SIZE.characters || marks > MAX_SIZE.marks)
    throw new AppError('TOO_LARGE', { ...MAX_SIZE }, 'documents.tooLong')
}

/** Logs an editing session once, because the editor saves every few seconds. */
async function logEditing(trx: Db, id: string, viewer: Viewer, creatorId: string) {
  const actor = actorOf(viewer, creatorId)
  const latestEdit = await trx
    .selectFrom('documents.action')
    .select(['action', 'operator', 'at'])
    .where('document_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isSameSession =
    latestEdit?.action === 'edit' &&
    latestEdit.operator === actor.operator &&
    latestEdit.at > ago(EDITING_SESSION)
  if (!isSameSession) await logAction(trx, id, actor, 'edit')
}
