import * as v from 'valibot'
import { signingOrder } from '#modules/signing/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { Languages } from '#src/http/programs/shapes.ts'
import { beginBatch, cancelBatch, changeRow, findBatch, storeRows } from './batch.ts'
import { BatchShape, batchForProgram, listForProgram, ReviewShape, reviewForProgram } from './for-programs.ts'
import { beginDrafts } from './make-drafts.ts'
import { beginSending, orderOf, storeOrder } from './send-documents.ts'
import type { Cells } from './table/check-row.ts'
import { columnsOf, type Model } from './table/columns.ts'
import { cellText, MAX_CELL_LENGTH, MAX_ROWS } from './table/read-table.ts'

const CellsSchema = v.record(v.string(), v.pipe(v.string(), v.maxLength(MAX_CELL_LENGTH)))
const RowNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

const batchAnswer = async (db: Db, viewer: Viewer, id: string, locale: Locale) =>
  batchForProgram(db, viewer, await findBatch(db, viewer, id), locale)

/** The cells of a row. Throws INVALID_FIELD for a column that the table does not have. */
function readCells(model: Model, row: Record<string, string>, path: string): Cells {
  const columnIds = new Set(columnsOf(model).map(({ id }) => id))
  const unknownId = Object.keys(row).find((id) => !columnIds.has(id))
  if (unknownId !== undefined)
    throw new AppError('INVALID_FIELD', { field: `${path}.${unknownId.slice(0, 80)}` })
  const cells = Object.entries(row).map(([id, text]): [string, string] => [id, cellText(text)])
  return Object.fromEntries(cells.filter(([, text]) => text))
}

addOperation({
  method: 'get',
  path: '/batches',
  scope: 'documents:read',
  answer: v.object({ items: v.array(v.omit(BatchShape, ['columns', 'rows'])), next: v.null() }),
  handle: async ({ db, viewer, locale }) => ({ items: await listForProgram(db, viewer, locale), next: null }),
})

addOperation({
  method: 'post',
  path: '/batches',
  scope: 'documents:write',
  body: v.union([
    v.strictObject({ document: v.pipe(v.string(), v.maxLength(64)) }),
    v.strictObject({
      template: v.pipe(v.string(), v.maxLength(64)),
      languages: v.optional(Languages, { primary: 'zh', bilingual: true, script: 'Hans' }),
    }),
  ]),
  answer: BatchShape,
  status: 201,
  idempotent: true,
  handle: async ({ db, viewer, body, locale }) => {
    const source = 'document' in body ? { draft: body.document } : body
    return batchAnswer(db, viewer, await beginBatch(db, viewer, source), locale)
  },
})

addOperation({
  method: 'get',
  path: '/batches/:id',
  scope: 'documents:read',
  answer: BatchShape,
  handle: ({ db, viewer, id, locale }) => batchAnswer(db, viewer, id, locale),
})

addOperation({
  method: 'put',
  path: '/batches/:id/rows',
  scope: 'documents:write',
  body: v.strictObject({ rows: v.pipe(v.array(CellsSchema), v.minLength(1), v.maxLength(MAX_ROWS)) }),
  answer: BatchShape,
  handle: async ({ db, viewer, id, body, locale }) => {
    const batch = await findBatch(db, viewer, id)
    const rows = body.rows.map((row, index) => ({
      number: index + 1,
      cells: readCells(batch, row, `rows.${index}`),
    }))
    await storeRows(db, viewer, batch, { rows, ignored: [] })
    return batchAnswer(db, viewer, id, locale)
  },
})

addOperation({
  method: 'patch',
  path: '/batches/:id/rows',
  scope: 'documents:write',
  body: v.strictObject({
    rows: v.pipe(
      v.array(v.strictObject({ number: RowNumber, cells: CellsSchema })),
      v.minLength(1),
      v.maxLength(MAX_ROWS),
    ),
  }),
  answer: BatchShape,
  handle: async ({ db, viewer, id, body, locale }) => {
    const batch = await findBatch(db, viewer, id)
    const rows = body.rows.map(({ number, cells }, index) => ({
      number,
      cells: readCells(batch, cells, `rows.${index}.cells`),
    }))
    await inTransaction(db, async (trx) => {
      for (const { number, cells } of rows) await changeRow(trx, viewer, id, number, cells)
    })
    return batchAnswer(db, viewer, id, locale)
  },
})

addOperation({
  method: 'post',
  path: '/batches/:id/drafting',
  scope: 'documents:write',
  answer: BatchShape,
  idempotent: true,
  handle: async ({ db, viewer, id, locale }) => {
    await beginDrafts(db, viewer, id)
    return batchAnswer(db, viewer, id, locale)
  },
})

addOperation({
  method: 'get',
  path: '/batches/:id/sending',
  scope: 'documents:read',
  answer: ReviewShape,
  handle: async ({ db, viewer, id, locale }) =>
    reviewForProgram(db, viewer, await findBatch(db, viewer, id), locale),
})

addOperation({
  method: 'put',
  path: '/batches/:id/order',
  scope: 'signing:start',
  body: signingOrder.Schema,
  answer: signingOrder.Schema,
  handle: async ({ db, viewer, id, body }) => {
    await storeOrder(db, viewer, id, body)
    return orderOf(await findBatch(db, viewer, id))
  },
})

addOperation({
  method: 'post',
  path: '/batches/:id/sending',
  scope: 'signing:start',
  body: v.strictObject({
    confirmations: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(100)), []),
  }),
  answer: BatchShape,
  idempotent: true,
  handle: async ({ db, viewer, id, body, locale }) => {
    // Sending also finalises the documents.
    if (!viewer.permissions.includes('document.finalise'))
      throw new AppError('ACCESS_DENIED', { scope: 'documents:write' }, 'api.problem.scope')
    await beginSending(db, viewer, id, { locale, confirmed: body.confirmations })
    return batchAnswer(db, viewer, id, locale)
  },
})

addOperation({
  method: 'post',
  path: '/batches/:id/cancellation',
  scope: 'documents:write',
  answer: BatchShape,
  idempotent: true,
  handle: async ({ db, viewer, id, locale }) => {
    await cancelBatch(db, viewer, id)
    return batchAnswer(db, viewer, id, locale)
  },
})
