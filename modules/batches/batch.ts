import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Answers, LanguageChoice } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import type { Template } from '#assembly/template/template.ts'
import { twinIn } from '#assembly/template/words-in.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { findDocument } from '#modules/documents/index.ts'
import { usageKindOf } from '#modules/orders/index.ts'
import { findTemplate, mayUse } from '#modules/templates/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import type { BatchState, RowState } from './schema.ts'
import { type Cells, isGood, rowCheck } from './table/check-row.ts'
import type { Model } from './table/columns.ts'
import { checkRows, type ReadRow } from './table/read-table.ts'

/** How long a batch is stored after its last change; its documents remain. */
export const RETENTION = 30 * DAY
/** The states in which no job runs for the batch. */
const IDLE_STATES: BatchState[] = ['open', 'stopped', 'drafted', 'cancelled', 'held', 'sent']
/** The states in which rows can be changed. */
export const CHANGEABLE_STATES: BatchState[] = ['open', 'stopped', 'drafted', 'sent']
/** The states of rows without a draft. */
export const UNDRAFTED_STATES: RowState[] = ['good', 'faulty', 'failed']
/** The maximum number of batches of one person. */
const MAX_BATCHES = 50

export type BatchSource = { draft: string } | { template: string; languages: LanguageChoice }

/**
 * Begins a batch from a draft that the viewer may see, or from the newest version of a template. Throws
 * NOT_FOUND, ACCESS_DENIED, TEMPLATE_NOT_IN_PLAN.
 */
export async function beginBatch(db: Db, viewer: Viewer, source: BatchSource): Promise<string> {
  requirePermission(viewer, 'document.create')
  const { template, answers, model } = await modelOf(db, viewer, source)
  if (!mayUse(viewer.permissions, template)) throw new AppError('TEMPLATE_NOT_IN_PLAN')
  const id = newId()
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('batches.batch')
      .values({
        id,
        team_id: viewer.teamId,
        account_id: viewer.id,
        template: JSON.stringify(template),
        answers: JSON.stringify(answers),
        model,
        kind: usageKindOf(template),
        state: 'open',
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    await deleteSurplus(trx, viewer)
  })
  return id
}

async function modelOf(db: Db, viewer: Viewer, source: BatchSource): Promise<Model & { model: string }> {
  if ('draft' in source) {
    const { template, answers, name } = await findDocument(db, viewer, source.draft)
    return { template, answers, model: name }
  }
  const template = findTemplate(source.template)
  return { template, answers: blankAnswers(template, source.languages), model: '' }
}

async function deleteSurplus(trx: Db, viewer: Viewer) {
  const latestBatches = ownBatches(trx, viewer).select('id').orderBy('created_at', 'desc').limit(MAX_BATCHES)
  await trx
    .deleteFrom('batches.batch')
    .where('account_id', '=', viewer.id)
    .where('state', 'not in', ['drafting', 'sending'])
    .where('id', 'not in', latestBatches)
    .execute()
}

/** The viewer's own batches; other members of the team do not see them. */
const ownBatches = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('batches.batch as batch')
    .where('batch.team_id', '=', viewer.teamId)
    .where('batch.account_id', '=', viewer.id)

const countRows = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`(select count(*) from batches.row where batch_id = batch.id and ${condition})::int`

/** The viewer's batches, newest first, with the number of rows and the number of drafts. */
export const listBatches = (db: Db, viewer: Viewer) =>
  ownBatches(db, viewer)
    .select(['batch.id', 'state', 'problem', 'model', 'created_at', 'resumes_at'])
    .select([
      sql<string>`batch.template ->> 'code'`.as('code'),
      sql<number>`(batch.template ->> 'version')::int`.as('version'),
      sql<Template['title']>`batch.template -> 'title'`.as('title'),
      countRows(sql<boolean>`true`).as('rows'),
      countRows(sql<boolean>`document_id is not null`).as('drafted'),
      countRows(sql<boolean>`state = 'sent'`).as('sent'),
    ])
    .orderBy('created_at', 'desc')
    .execute()

export type ListedBatch = Awaited<ReturnType<typeof listBatches>>[number]

/** A batch with its rows. Throws NOT_FOUND for an unknown id and for another person's batch. */
export async function findBatch(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const batch = await ownBatches(db, viewer)
    .selectAll('batch')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('batches.row as row')
          .select([
            'row.number',
            'row.name',
            'row.cells',
            'row.faults',
            'row.open',
            'row.state',
            'row.problem',
            'row.details',
          ])
          .select(['row.document_id', 'row.version'])
          .whereRef('row.batch_id', '=', 'batch.id')
          .orderBy('row.number'),
      ).as('rows'),
    )
    .where('batch.id', '=', id)
    .executeTakeFirst()
  return batch ?? notFound()
}

export type Batch = Awaited<ReturnType<typeof findBatch>>
export type BatchRow = Batch['rows'][number]

/** A batch in one of these states, locked until the end of the transaction. */
export async function lockBatch(trx: Db, viewer: Viewer, id: string, states: BatchState[]) {
  if (!isId(id)) notFound()
  const batch = await ownBatches(trx, viewer)
    .selectAll('batch')
    .where('batch.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) notFound()
  if (!states.includes(batch.state)) throw new AppError('BATCH_STATUS_WRONG')
  return batch
}

/** Lets only one batch of the team at a time count the available uses, until the end of the transaction. */
export const lockTeamBatches = (trx: Db, { teamId }: Viewer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`batches ${teamId}`}, 0))`.execute(trx)

/** A batch in this state, of any owner. The lock makes a cancellation wait for the row in progress. */
export const lockRunning = (trx: Db, id: string, state: BatchState) =>
  trx
    .selectFrom('batches.batch')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()

interface Changes {
  state?: BatchState
  problem?: string
  ignored?: string
  signing_order?: string
  locale?: Locale
  confirmations?: string
  resumes_at?: Date | null
}

/** The columns of a row that describe an error. */
export const problemValues = ({ code, words, details }: AppError) => ({
  problem: code,
  details: JSON.stringify({ words, details }),
})

export const changeBatch = (trx: Db, id: string, changes: Changes = {}) =>
  trx
    .updateTable('batches.batch')
    .set({ ...changes, updated_at: now() })
    .where('id', '=', id)
    .execute()

/** The check of a batch's rows. */
export const checkOf = ({ template, answers }: Model) =>
  rowCheck({ template, answers }, titleOf({ template, answers }))

function titleOf({ template, answers }: { template: Template; answers: Answers }): string {
  const { primary, script } = answers.languages
  return twinIn(template.title, primary === 'en' ? 'en_US' : script === 'Hant' ? 'zh_TW' : 'zh_CN')
}

/**
 * Checks the rows of a table and stores them in place of the earlier rows. Throws BATCH_STATUS_WRONG once
 * the making of drafts has begun.
 */
export async function storeRows(
  db: Db,
  viewer: Viewer,
  batch: Pick<Batch, 'id' | 'template' | 'answers'>,
  { rows, ignored: ignoredHeads }: { rows: ReadRow[]; ignored: string[] },
) {
  requirePermission(viewer, 'document.create')
  const checkedRows = await checkRows(rows, checkOf(batch))
  await inTransaction(db, async (trx) => {
    await lockBatch(trx, viewer, batch.id, ['open'])
    await trx.deleteFrom('batches.row').where('batch_id', '=', batch.id).execute()
    const values = checkedRows.map((row) => ({ batch_id: batch.id, number: row.number, ...rowColumns(row) }))
    await trx.insertInto('batches.row').values(values).execute()
    await changeBatch(trx, batch.id, { ignored: JSON.stringify(ignoredHeads) })
  })
}

const rowColumns = (row: Omit<ReturnType<ReturnType<typeof checkOf>>, 'answers'> & { cells: Cells }) => ({
  name: row.name,
  cells: JSON.stringify(row.cells),
  faults: JSON.stringify(row.faults),
  open: row.open,
  state: isGood(row) ? ('good' as const) : ('faulty' as const),
})

/** Changes a row that has no draft. Throws NOT_FOUND, and BATCH_STATUS_WRONG while the batch runs. */
export async function changeRow(db: Db, viewer: Viewer, id: string, number: number, cells: Cells) {
  requirePermission(viewer, 'document.create')
  await inTransaction(db, async (trx) => {
    const batch = await lockBatch(trx, viewer, id, CHANGEABLE_STATES)
    const checkedRow = checkOf(batch)(cells)
    const update = await trx
      .updateTable('batches.row')
      .set({ ...rowColumns({ ...checkedRow, cells }), problem: '' })
      .where('batch_id', '=', id)
      .where('number', '=', number)
      .where('state', 'in', UNDRAFTED_STATES)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) notFound()
    await changeBatch(trx, id)
  })
}

/**
 * Ends the making of drafts permanently, or stops the sending. Existing drafts and finalised documents
 * remain.
 */
export async function cancelBatch(db: Db, viewer: Viewer, id: string) {
  await inTransaction(db, async (trx) => {
    const { state } = await lockBatch(trx, viewer, id, ['drafting', 'stopped', 'sending', 'held'])
    const isSending = state === 'sending' || state === 'held'
    if (isSending) await stopSending(trx, id, { problem: '' })
    else await changeBatch(trx, id, { state: 'cancelled', problem: '' })
  })
}

/** Stops the sending; documents that still wait for it become drafts again. */
export async function stopSending(trx: Db, id: string, { problem }: { problem: string }) {
  await trx
    .updateTable('batches.row')
    .set({ state: 'drafted' })
    .where('batch_id', '=', id)
    .where('state', '=', 'queued')
    .execute()
  await changeBatch(trx, id, { state: problem ? 'held' : 'sent', problem, resumes_at: null })
}

/** Deletes a batch that is not running, with its table; the documents remain. */
export async function removeBatch(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'document.create')
  await inTransaction(db, async (trx) => {
    await lockBatch(trx, viewer, id, IDLE_STATES)
    await trx.deleteFrom('batches.batch').where('id', '=', id).execute()
  })
}

/** Nightly: deletes batches that have not changed for long, with their tables. */
export const deleteOldBatches = job('old-batches', async (db) => {
  await db.deleteFrom('batches.batch').where('updated_at', '<', ago(RETENTION)).execute()
})

export async function eraseBatches(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await trx
    .deleteFrom('batches.batch')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), ...(teamIds.length ? [eb('team_id', 'in', teamIds)] : [])]),
    )
    .execute()
}
