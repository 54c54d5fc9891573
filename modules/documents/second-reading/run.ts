import { type Selectable, sql } from 'kysely'
import { findViewer } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { actorOf, logAction } from '../audit-log.ts'
import type { Document } from '../document.ts'
import { askOpinion } from './opinion.ts'
import { pairsOf, unreadPairs, withDoubts } from './pairs.ts'
import type { Opinion, SecondReadingTables } from './schema.ts'

/** The number of concurrent requests. */
const CONCURRENCY = 3

type ReadingRun = Selectable<SecondReadingTables['documents.second_reading']>

class ReadingEnded extends Error {}

/**
 * Asks a language model about each pair of texts, and writes its doubts into the draft. Opinions are stored
 * one by one, so that the same texts are not sent again after a restart or in a later reading.
 */
export const readDocument = job<{ id: string }>('read-document', async (db, { id }) => {
  const reading = await db
    .selectFrom('documents.second_reading')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!reading) return
  const document = await findDocumentRow(db, reading.document_id)
  try {
    const opinions = await opinionsFor(db, reading, document)
    await db.transaction().execute((trx) => writeDoubts(trx, reading, opinions))
  } catch (error) {
    if (error instanceof ReadingEnded) return
    log.warn({ event: 'second reading failed', document: document.id, error: String(error) }, 'reading')
    await db
      .updateTable('documents.second_reading')
      .set({ state: 'failed', ended_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
  }
})

const findDocumentRow = async (db: Db, id: string) =>
  (await db
    .selectFrom('documents.document')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as Document

async function opinionsFor(db: Db, { id, total, opinions: knownOpinions }: ReadingRun, document: Document) {
  const opinions = new Map(Object.entries(knownOpinions))
  const pairs = unreadPairs(pairsOf(document), knownOpinions)
  const stop = new AbortController()
  const limitRequests = limitConcurrency({ concurrency: CONCURRENCY, maxWaiting: Number.POSITIVE_INFINITY })
  // Texts may have been edited since the reading began, and a repeated attempt has fewer texts to send.
  const earlierCount = Math.max(0, total - pairs.length)
  let done = 0
  const requests = pairs.map((pair) =>
    limitRequests(async () => {
      if (stop.signal.aborted) throw new ReadingEnded()
      const opinion = await askOpinion(pair, stop.signal)
      opinions.set(pair.key, opinion)
      done++
      const addition = JSON.stringify({ [pair.key]: opinion })
      const updatedRun = await db
        .updateTable('documents.second_reading')
        .set({
          // Requests end in any order, so an update with a lower count may come later.
          done: sql`greatest(done, ${earlierCount + done}::int)`,
          opinions: sql<string>`opinions || ${addition}::jsonb`,
        })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (updatedRun.numUpdatedRows !== 1n) throw new ReadingEnded()
    }),
  )
  try {
    await Promise.all(requests)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(requests)
    throw error
  }
  return Object.fromEntries(opinions)
}

/** Writes the doubts, if the document is still a draft that is not being translated. */
async function writeDoubts(
  trx: Db,
  { id, document_id, account_id }: ReadingRun,
  opinions: Record<string, Opinion>,
) {
  const document = (await trx
    .selectFrom('documents.document')
    .selectAll()
    .where('id', '=', document_id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Document
  if (document.translating) throw new Error('the document is being translated')
  const update = await trx
    .updateTable('documents.second_reading')
    .set({ state: 'done', ended_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) throw new ReadingEnded()
  if (document.status !== 'draft') return
  const answers = withDoubts(document, opinions)
  const doubts = Object.keys(answers.doubted ?? {}).length
  await trx
    .updateTable('documents.document')
    .set({ answers: JSON.stringify(answers), version: sql`version + 1`, saved_by: account_id })
    .where('id', '=', document_id)
    .execute()
  const viewer = await findViewer(trx, account_id)
  const details = { texts: Object.keys(opinions).length, doubts }
  if (viewer)
    await logAction(trx, document_id, actorOf(viewer, document.creator_id), 'second-reading', details)
}
