import * as v from 'valibot'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { Moment } from '#src/http/programs/shapes.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { type Batch, type BatchRow, listBatches } from './batch.ts'
import { documentsOf, type MadeDocument, problemWords, stateOf } from './result.ts'
import { BATCH_STATES } from './schema.ts'
import { orderOf } from './send-documents.ts'
import { reviewSending } from './sending-review.ts'
import { type Fault, faultPlace, faultWords } from './table/check-row.ts'
import { columnsOf, headsOf } from './table/columns.ts'

const FaultShape = v.object({
  /** The id of the column; null when the fault concerns no column of the table. */
  column: v.nullable(v.string()),
  place: v.string(),
  message: v.string(),
  /** Whether the fault prevents the draft. */
  blocking: v.boolean(),
})

const Problem = v.nullable(v.object({ code: v.string(), message: v.string() }))

/** A batch with its rows, as the API returns it. */
export const BatchShape = v.object({
  id: v.string(),
  state: v.picklist(BATCH_STATES),
  problem: Problem,
  template: v.object({ code: v.string(), version: v.number() }),
  /** When sending continues automatically. */
  resumesAt: v.nullable(Moment),
  createdAt: Moment,
  columns: v.array(v.object({ id: v.string(), head: v.string() })),
  rows: v.array(
    v.object({
      number: v.number(),
      name: v.string(),
      state: v.string(),
      faults: v.array(FaultShape),
      problem: Problem,
      document: v.nullable(v.object({ id: v.string(), number: v.string(), status: v.string() })),
    }),
  ),
})

const RowNumbers = v.array(v.number())

/** The documents of a batch that would be sent and those that would not, by the numbers of their rows. */
export const ReviewShape = v.object({
  ready: RowNumbers,
  incomplete: RowNumbers,
  unreachable: v.array(
    v.object({ row: v.number(), problem: v.object({ code: v.string(), message: v.string() }) }),
  ),
  /** The points that must be confirmed, each once for all documents. */
  confirmations: v.array(
    v.object({ name: v.string(), place: v.string(), message: v.string(), documents: v.number() }),
  ),
  uses: v.object({ left: v.number() }),
})

type BatchHead = Pick<Batch, 'id' | 'state' | 'problem' | 'resumes_at' | 'created_at'> & {
  code: string
  version: number
}

const batchHead = (
  { id, state, problem, resumes_at, created_at, code, version }: BatchHead,
  locale: Locale,
) => ({
  id,
  state,
  problem: problem
    ? { code: problem, message: translate(locale)(dynamicKey(`common.error.${problem}`)) }
    : null,
  template: { code, version },
  resumesAt: resumes_at?.toISOString() ?? null,
  createdAt: created_at.toISOString(),
})

/** The viewer's batches without their rows, newest first. */
export async function listForProgram(db: Db, viewer: Viewer, locale: Locale) {
  return (await listBatches(db, viewer)).map((batch) => batchHead(batch, locale))
}

export async function batchForProgram(db: Db, viewer: Viewer, batch: Batch, locale: Locale) {
  const documents = await documentsOf(db, viewer, batch)
  const columns = columnsOf(batch)
  const heads = headsOf(batch, columns, locale)
  const headOfColumn = new Map(columns.map(({ id }, index) => [id, heads[index]!]))
  const { code, version } = batch.template
  return {
    ...batchHead({ ...batch, code, version }, locale),
    columns: columns.map(({ id }, index) => ({ id, head: heads[index]! })),
    rows: batch.rows.map((row) => rowOf(row, { batch, documents, heads: headOfColumn, locale })),
  }
}

interface RowContext {
  batch: Batch
  documents: MadeDocument[]
  heads: Map<string, string>
  locale: Locale
}

function rowOf(row: BatchRow, { batch, documents, heads, locale }: RowContext) {
  const document = documents.find(({ id }) => id === row.document_id)
  return {
    number: row.number,
    name: document?.name ?? row.name,
    state: stateOf(row, batch),
    faults: row.faults.map((fault) => ({
      column: fault.column || null,
      ...faultAnswer(fault, heads, locale),
      blocking: !fault.later,
    })),
    problem: row.problem ? { code: row.problem, message: problemWords(row, locale) } : null,
    document: document ? { id: document.id, number: document.number, status: document.status } : null,
  }
}

const faultAnswer = (fault: Fault, heads: Map<string, string>, locale: Locale) => ({
  place: faultPlace(fault, heads, locale),
  message: faultWords(fault, locale),
})

export async function reviewForProgram(db: Db, viewer: Viewer, batch: Batch, locale: Locale) {
  const review = await reviewSending(db, viewer, batch, orderOf(batch))
  const columns = columnsOf(batch)
  const heads = headsOf(batch, columns, locale)
  const headOfColumn = new Map(columns.map(({ id }, index) => [id, heads[index]!]))
  return {
    ready: review.ready.map(({ number }) => number),
    incomplete: review.incomplete.map(({ number }) => number),
    unreachable: review.unreachable.map(({ number, problem }) => ({
      row: number,
      problem: {
        code: problem!.code,
        message: problemWords({ problem: problem!.code, details: problem }, locale),
      },
    })),
    confirmations: review.points.map(({ confirmation, fault, rows }) => ({
      name: confirmation,
      ...faultAnswer(fault, headOfColumn, locale),
      documents: rows,
    })),
    uses: { left: review.uses.left },
  }
}
