import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { finaliseDocument, findDocument } from '#modules/documents/index.ts'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import { ago, fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { type Job, job } from '#src/jobs/jobs.ts'
import {
  type Batch,
  changeBatch,
  findBatch,
  lockBatch,
  lockRunning,
  lockTeamBatches,
  problemValues,
  stopSending,
} from './batch.ts'
import { requireOwner } from './batch-owner.ts'
import type { BatchState } from './schema.ts'
import { digestOf, type ReviewedRow, reviewSending } from './sending-review.ts'
import type { Model } from './table/columns.ts'

/**
 * The number of documents that one job finalises or sends before it lets the jobs of other customers run.
 */
const DOCUMENTS_PER_JOB = 20
/** Milliseconds until a document whose files are not ready is tried again. */
const FILE_PAUSE = 2000

/** The states in which sending can begin or continue. */
export const SENDABLE_STATES: BatchState[] = ['drafted', 'cancelled', 'held', 'sent']

/** The problems that every further document would have too. */
export const STOPPING_ERRORS = [
  'USAGE_INSUFFICIENT',
  'UNPAID_ORDER',
  'ACCESS_DENIED',
  'IDENTITY_INFO_MISSING',
  'AUTHORISATION_REQUIRED',
]

/** The chosen signing order; by default the parties sign one after another. */
export const orderOf = ({ signing_order, template, answers }: Batch): SigningOrder =>
  signing_order ?? signingOrder.first({ template, answers })

/**
 * Stores the signing order of all documents. Throws BATCH_STATUS_WRONG while the batch runs, and
 * INVALID_FIELD for a party that does not sign or is named twice, and for a person who cannot be invited.
 */
export async function storeOrder(db: Db, viewer: Viewer, id: string, order: SigningOrder) {
  await inTransaction(db, async (trx) => {
    const batch = await lockBatch(trx, viewer, id, SENDABLE_STATES)
    refuseBadOrder(batch, order)
    await changeBatch(trx, id, { signing_order: JSON.stringify(order) })
  })
}

/** Throws INVALID_FIELD for a wrong order; turns may have gaps. */
function refuseBadOrder(model: Model, { parties }: SigningOrder) {
  const keys = new Set(signingOrder.signingParties(model).map(({ key }) => key))
  for (const [index, { party, person }] of parties.entries()) {
    if (!keys.delete(party)) throw new AppError('INVALID_FIELD', { field: `parties.${index}.party` })
    if (person && (!person.name || !(person.email || person.phone)))
      throw new AppError('INVALID_FIELD', { field: `parties.${index}.person` })
  }
}

interface SendingChoice {
  /** The language of signatories. */
  locale: Locale
  /** The names of points that are confirmed in all documents. */
  confirmed?: string[]
  /**
   * The digest of the review that a person has seen; without it, all documents that are ready now are sent.
   */
  reviewedDigest?: string
}

/**
 * Begins to finalise and send all complete documents of a batch, or continues. Throws BATCH_STATUS_WRONG,
 * also when something has changed since the review; BATCH_EMPTY when no document is complete;
 * USAGE_INSUFFICIENT for fewer e-signatures than documents; and the error that prevents the viewer from
 * sending the first document. If it throws, nothing is sent.
 */
export async function beginSending(
  db: Db,
  viewer: Viewer,
  id: string,
  { locale, confirmed = [], reviewedDigest }: SendingChoice,
) {
  requirePermission(viewer, 'document.finalise')
  requirePermission(viewer, 'document.sign')
  await inTransaction(db, async (trx) => {
    await lockTeamBatches(trx, viewer)
    await lockBatch(trx, viewer, id, SENDABLE_STATES)
    const batch = await findBatch(trx, viewer, id)
    const order = orderOf(batch)
    const review = await reviewSending(trx, viewer, batch, order)
    if (reviewedDigest !== undefined && reviewedDigest !== digestOf(review, order))
      throw new AppError('BATCH_STATUS_WRONG')
    const ready = review.ready.filter(({ faults }) =>
      faults.every(({ confirmation }) => confirmed.includes(confirmation!)),
    )
    const [firstRow] = ready
    if (!firstRow) throw new AppError('BATCH_EMPTY')
    await signingOrder.requireSendable(trx, viewer, firstRow.documentId, order)
    if (review.uses.left < ready.length) throw new AppError('USAGE_INSUFFICIENT')
    await storeReviewedVersions(trx, batch, ready)
    const rowNumbers = ready.map(({ number }) => number)
    await trx
      .updateTable('batches.row')
      .set({ state: 'queued', problem: '', tried_at: null })
      .where('batch_id', '=', id)
      .where('number', 'in', rowNumbers)
      .execute()
    await changeBatch(trx, id, {
      state: 'sending',
      problem: '',
      signing_order: JSON.stringify(order),
      locale,
      confirmations: JSON.stringify(confirmed),
      resumes_at: null,
    })
    await sendDocuments.enqueue(trx, { id })
  })
}

/** Stores which versions were reviewed: the job sends no later version. */
async function storeReviewedVersions(trx: Db, { id, rows }: Batch, reviewedRows: ReviewedRow[]) {
  const storedVersions = new Map(rows.map(({ number, version }) => [number, version]))
  const changedRows = reviewedRows.filter((row) => row.version !== storedVersions.get(row.number))
  for (const { number, version, faults } of changedRows)
    await trx
      .updateTable('batches.row')
      .set({ version, faults: JSON.stringify(faults), open: faults.length })
      .where('batch_id', '=', id)
      .where('number', '=', number)
      .execute()
}

/** Finalises and sends some documents, and enqueues a job for the rest. */
export const sendDocuments: Job<{ id: string }> = job<{ id: string }>(
  'batch-sending',
  async (db, { id }): Promise<void> => {
    for (let n = 0; n < DOCUMENTS_PER_JOB; n++) {
      const nextRun = await sendNext(db, id)
      if (nextRun === 'ended') return
      if (nextRun instanceof Date) return sendDocuments.enqueue(db, { id }, { startAfter: nextRun })
    }
    await sendDocuments.enqueue(db, { id })
  },
)

/** When to continue: a time, null for immediately, or `ended` for never. */
type NextRun = 'ended' | Date | null

/** Finalises or sends the next document. Each step and the row's state commit together. */
async function sendNext(db: Db, id: string): Promise<NextRun> {
  let rowNumber: number | null = null
  try {
    return await inTransaction(db, async (trx) => {
      const batch = await lockRunning(trx, id, 'sending')
      if (!batch) return 'ended'
      const row = await nextRow(trx, id)
      if (!row) return endOrWait(trx, id)
      rowNumber = row.number
      const viewer = await requireOwner(trx, batch)
      const state = await processRow(trx, viewer, batch, row)
      await updateRow(trx, id, row.number, { state, problem: '' })
      if (batch.resumes_at) await changeBatch(trx, id, { problem: '', resumes_at: null })
      return null
    })
  } catch (error) {
    if (!(error instanceof AppError) || rowNumber === null) throw error
    return storeProblem(db, id, rowNumber, error)
  }
}

/**
 * The next row to process. All documents are finalised first, so that their files are made while others are
 * processed. After TOO_MANY_REQUESTS, `tried_at` is the future time of the next attempt.
 */
const nextRow = (trx: Db, id: string) =>
  trx
    .selectFrom('batches.row')
    .select(['number', 'document_id', 'state', 'version'])
    .where('batch_id', '=', id)
    .where('state', 'in', ['queued', 'finalised'])
    .where((eb) => eb.or([eb('tried_at', 'is', null), eb('tried_at', '<', ago(FILE_PAUSE))]))
    .orderBy((eb) => eb('state', '=', 'finalised'))
    .orderBy(sql`tried_at nulls first`)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

type NextRow = NonNullable<Awaited<ReturnType<typeof nextRow>>>

async function endOrWait(trx: Db, id: string): Promise<NextRun> {
  const { tried_at } = await trx
    .selectFrom('batches.row')
    .select((eb) => eb.fn.min('tried_at').as('tried_at'))
    .where('batch_id', '=', id)
    .where('state', '=', 'finalised')
    .executeTakeFirstOrThrow()
  if (tried_at && tried_at > now()) {
    await changeBatch(trx, id, { problem: 'TOO_MANY_REQUESTS', resumes_at: tried_at })
    return tried_at
  }
  if (tried_at) return fromNow(FILE_PAUSE)
  await changeBatch(trx, id, { state: 'sent', problem: '', resumes_at: null })
  return 'ended'
}

type SendingBatch = NonNullable<Awaited<ReturnType<typeof lockRunning>>>

/**
 * Finalises or sends the document, and returns the row's next state. A document that a person has sent
 * already counts as sent.
 */
async function processRow(trx: Db, viewer: Viewer, batch: SendingBatch, row: NextRow) {
  const { id, status, version } = await findDocument(trx, viewer, row.document_id ?? '')
  const order = batch.signing_order!
  if (status === 'finalised') {
    if (row.state === 'queued') return 'finalised'
    await signingOrder.start(trx, viewer, id, batch.locale!, order)
    return 'sent'
  }
  if (status !== 'draft' && status !== 'approved') {
    if (status === 'in_review' || status === 'returned') throw new AppError('DOCUMENT_STATUS_WRONG')
    return 'sent'
  }
  if (version !== row.version) throw new AppError('DOCUMENT_CONFLICT')
  await signingOrder.requireSendable(trx, viewer, id, order)
  const confirmations = batch.confirmations.map((name) => [name, 'yes'])
  await finaliseDocument(trx, viewer, id, version, Object.fromEntries(confirmations))
  return 'finalised'
}

const updateRow = (
  db: Db,
  id: string,
  number: number,
  values: { state?: 'finalised' | 'sent' | 'unsent'; problem?: string; details?: string; tried_at?: Date },
) =>
  db
    .updateTable('batches.row')
    .set(values)
    .where('batch_id', '=', id)
    .where('number', '=', number)
    .where('state', 'in', ['queued', 'finalised'])
    .execute()

/** Stores a problem of one document in its row; a problem of all documents stops or delays the batch. */
async function storeProblem(db: Db, id: string, number: number, error: AppError): Promise<NextRun> {
  const { code, details } = error
  if (code === 'FILE_GENERATING') {
    await updateRow(db, id, number, { tried_at: now() })
    return null
  }
  return inTransaction(db, async (trx) => {
    if (!(await lockRunning(trx, id, 'sending'))) return 'ended'
    if (STOPPING_ERRORS.includes(code)) {
      await stopSending(trx, id, { problem: code })
      return 'ended'
    }
    if (code === 'TOO_MANY_REQUESTS') {
      const retryAt = fromNow(Number(details.retryAfter) * 1000)
      await updateRow(trx, id, number, { tried_at: retryAt, ...problemValues(error) })
      if (error.words === 'common.limit.mailbox') return null
      await changeBatch(trx, id, { problem: code, resumes_at: retryAt })
      return retryAt
    }
    await updateRow(trx, id, number, { state: 'unsent', ...problemValues(error) })
    return null
  })
}
