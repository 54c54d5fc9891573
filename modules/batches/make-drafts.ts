import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { createDocument, findDocument, writeAnswers } from '#modules/documents/index.ts'
import { usesIn } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import {
  type Batch,
  changeBatch,
  checkOf,
  lockBatch,
  lockRunning,
  lockTeamBatches,
  problemValues,
} from './batch.ts'
import { requireOwner } from './batch-owner.ts'
import type { BatchTable } from './schema.ts'

/** The number of drafts that one job makes before it lets the jobs of other customers run. */
const BATCH_SIZE = 20

/** The errors that every further row would have too. */
export const STOPPING_ERRORS = ['USAGE_INSUFFICIENT', 'UNPAID_ORDER', 'TEMPLATE_NOT_IN_PLAN', 'ACCESS_DENIED']

/**
 * Begins to make the drafts of all rows without a fault, continues after a stop, or tries failed rows again.
 * Uses that rows of the team's other batches wait for count as spent. Throws BATCH_STATUS_WRONG, BATCH_EMPTY
 * when there is no such row, and USAGE_INSUFFICIENT for fewer uses than rows; after an error nothing begins.
 */
export async function beginDrafts(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'document.create')
  await inTransaction(db, async (trx) => {
    await lockTeamBatches(trx, viewer)
    const { kind } = await lockBatch(trx, viewer, id, ['open', 'stopped', 'drafted', 'sent'])
    const { numUpdatedRows: rowCount } = await trx
      .updateTable('batches.row')
      .set({ state: 'good', problem: '' })
      .where('batch_id', '=', id)
      .where('state', 'in', ['good', 'failed'])
      .executeTakeFirstOrThrow()
    if (!rowCount) throw new AppError('BATCH_EMPTY')
    const { left } = await findUses(trx, viewer, kind, id)
    if (left < Number(rowCount)) throw new AppError('USAGE_INSUFFICIENT')
    await changeBatch(trx, id, { state: 'drafting', problem: '' })
    await makeDrafts.enqueue(trx, { id })
  })
}

/** The unused uses of a kind, without those that rows of the team's other running batches wait for. */
export async function findUses(db: Db, viewer: Viewer, kind: BatchTable['kind'], id: string) {
  const { unused, waiting } = await usesIn(db, viewer, kind)
    .select((eb) =>
      eb
        .selectFrom('batches.row as row')
        .innerJoin('batches.batch as other', 'other.id', 'row.batch_id')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('other.team_id', '=', viewer.teamId)
        .where('other.kind', '=', kind)
        .where('other.state', '=', 'drafting')
        .where('other.id', '!=', id)
        .where('row.state', '=', 'good')
        .as('waiting'),
    )
    .executeTakeFirstOrThrow()
  return { left: Math.max(0, unused - (waiting ?? 0)), reserved: waiting ?? 0 }
}

/** Makes some drafts and enqueues a job for the rest. Each row and its document commit together. */
export const makeDrafts = job<{ id: string }>('batch-drafts', async (db, { id }) => {
  for (let count = 0; count < BATCH_SIZE; count++) if (!(await makeNextDraft(db, id))) return
  await makeDrafts.enqueue(db, { id })
})

/** Makes the draft of the next row; returns whether there may be more. */
async function makeNextDraft(db: Db, id: string): Promise<boolean> {
  let rowNumber: number | null = null
  try {
    return await inTransaction(db, async (trx) => {
      const batch = await lockRunning(trx, id, 'drafting')
      if (!batch) return false
      const row = await nextRow(trx, id)
      if (!row) {
        await changeBatch(trx, id, { state: 'drafted' })
        return false
      }
      rowNumber = row.number
      const viewer = await requireOwner(trx, batch)
      const draft = await makeDraft(trx, viewer, batch, row)
      await trx
        .updateTable('batches.row')
        .set({ state: 'drafted', ...draft })
        .where('batch_id', '=', id)
        .where('number', '=', row.number)
        .execute()
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError) || rowNumber === null) throw error
    return storeProblem(db, id, rowNumber, error)
  }
}

const nextRow = (trx: Db, id: string) =>
  trx
    .selectFrom('batches.row')
    .select(['number', 'cells'])
    .where('batch_id', '=', id)
    .where('state', '=', 'good')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

async function makeDraft(
  trx: Db,
  viewer: Viewer,
  batch: Pick<Batch, 'template' | 'answers'>,
  { cells }: NonNullable<Awaited<ReturnType<typeof nextRow>>>,
) {
  const { template } = batch
  const { name, answers } = checkOf(batch)(cells)
  const { languages } = answers
  const id = await createDocument(trx, viewer, template, { version: template.version, languages, name })
  const document = await findDocument(trx, viewer, id)
  const updated = await writeAnswers(trx, viewer, document, { version: document.version, answers })
  if (!updated) throw new Error(`the draft ${id} was changed while it was made`)
  return { document_id: id, version: updated.version }
}

/**
 * Stores a problem of one row in the row; a problem of all rows stops the batch. Returns whether the next
 * row may be tried.
 */
async function storeProblem(db: Db, id: string, number: number, error: AppError): Promise<boolean> {
  const { code } = error
  if (STOPPING_ERRORS.includes(code)) {
    await db
      .updateTable('batches.batch')
      .set({ state: 'stopped', problem: code, updated_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'drafting')
      .execute()
    return false
  }
  await db
    .updateTable('batches.row')
    .set({ state: 'failed', ...problemValues(error) })
    .where('batch_id', '=', id)
    .where('number', '=', number)
    .where('state', '=', 'good')
    .execute()
  return true
}
