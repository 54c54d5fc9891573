import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Document, findToEdit } from '../document.ts'
import { refuseLapsed } from '../drafts/validity.ts'
import { pairsOf, type TextPair, unreadPairs } from './pairs.ts'
import { readDocument } from './run.ts'
import type { Opinion } from './schema.ts'

/** The reason why a document cannot have a second reading; null if it can. */
export type Obstacle = 'noService' | 'notDraft' | 'oneLanguage' | 'nothing'

/** The latest second reading of the document. */
export async function latestReading(db: Db, documentId: string) {
  return db
    .selectFrom('documents.second_reading')
    .select(['id', 'state', 'done', 'total', 'opinions'])
    .where('document_id', '=', documentId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type Reading = NonNullable<Awaited<ReturnType<typeof latestReading>>>

/** The text pairs that a reading would send, without those already read, and the obstacle. */
export function readingOf(document: Document, knownOpinions: Record<string, Opinion>) {
  const pairs = pairsOf(document)
  return { pairs, toSend: unreadPairs(pairs, knownOpinions), obstacle: obstacleOf(document, pairs) }
}

function obstacleOf({ status, answers }: Document, pairs: TextPair[]): Obstacle | null {
  if (!config.translation) return 'noService'
  if (status !== 'draft') return 'notDraft'
  if (!answers.languages.bilingual) return 'oneLanguage'
  return pairs.length ? null : 'nothing'
}

/**
 * Begins a reading of the texts that are new or edited since the last one. Throws READING_IN_PROGRESS,
 * TRANSLATION_IN_PROGRESS, DOCUMENT_LAPSED, and READING_STATUS_WRONG when there is an obstacle, or no text
 * to read.
 */
export async function startReading(db: Db, viewer: Viewer, id: string) {
  const document = await findToEdit(db, viewer, id)
  refuseLapsed(document, viewer)
  if (document.translating) throw new AppError('TRANSLATION_IN_PROGRESS')
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('documents.document')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const lastReading = await latestReading(trx, id)
    if (lastReading?.state === 'running') throw new AppError('READING_IN_PROGRESS')
    const opinions = lastReading?.opinions ?? {}
    const { toSend, obstacle } = readingOf(document, opinions)
    if (obstacle || !toSend.length) throw new AppError('READING_STATUS_WRONG')
    const reading = { id: newId(), document_id: id, account_id: viewer.id, total: toSend.length }
    await trx
      .insertInto('documents.second_reading')
      .values({ ...reading, state: 'running', opinions: JSON.stringify(opinions), created_at: now() })
      .execute()
    await readDocument.enqueue(trx, { id: reading.id })
  })
}

/** Cancels a reading; the document is unchanged. Does nothing when none is active. */
export async function cancelReading(db: Db, viewer: Viewer, id: string) {
  await findToEdit(db, viewer, id)
  await db
    .updateTable('documents.second_reading')
    .set({ state: 'cancelled', ended_at: now() })
    .where('document_id', '=', id)
    .where('state', '=', 'running')
    .execute()
}
