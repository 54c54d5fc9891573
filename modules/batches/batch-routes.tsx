import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { type AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { XLSX, xlsxOf } from '#src/files/spreadsheet/write-xlsx.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import {
  type Batch,
  beginBatch,
  cancelBatch,
  changeRow,
  findBatch,
  listBatches,
  removeBatch,
  storeRows,
  UNDRAFTED_STATES,
} from './batch.ts'
import { beginDrafts, findUses } from './make-drafts.ts'
import { modelsFor } from './models.ts'
import { documentsOf, resultTable } from './result.ts'
import { sendingRoutes } from './sending-routes.tsx'
import { columnsOf, columnsToFill, headsOf } from './table/columns.ts'
import { cellText, readRows, type Unreadable } from './table/read-table.ts'
import { BatchPage, BatchState } from './views/batch-page.tsx'
import { BatchesPage } from './views/batches-page.tsx'
import { NewBatchPage } from './views/new-batch-page.tsx'
import { RemovalForm } from './views/removal-form.tsx'
import { RowPage } from './views/row-page.tsx'

/** The pages of batches: each step has an address and works without script. */
export const batchRoutes = routes()

const HOME = '/mgmt/batches'
const FRAME = { shell: 'mgmt', current: 'myDocs' } as const
/** The limit for tables that one person uploads. */
const UPLOADS = { name: 'batch-tables', points: 60, per: 3600 }
const MAX_FILE_BYTES = 2 * 1024 * 1024

const titleOf = (c: Ctx, key: 'title' | 'begin.title' | 'row.title') =>
  translate(c.var.locale)(`batches.${key}`)

batchRoutes.get(HOME, async (c) => {
  requirePermission(viewerOf(c), 'document.create')
  const batches = await listBatches(c.var.db, viewerOf(c))
  return page(c, <BatchesPage batches={batches} />, { title: titleOf(c, 'title'), ...FRAME })
})

async function newBatchPage(c: Ctx, code: string, formState: FormState, status: 200 | 422 = 200) {
  const template = findTemplate(code)
  const models = await modelsFor(c.var.db, viewerOf(c), code)
  const content = <NewBatchPage template={template} models={models} {...formState} />
  return page(c, content, { title: titleOf(c, 'begin.title'), ...FRAME, status })
}

batchRoutes.get(`${HOME}/new`, (c) => {
  requirePermission(viewerOf(c), 'document.create')
  const template = c.req.query('template')
  return template ? newBatchPage(c, template, { values: {} }) : goTo(c, HOME)
})

const NewBatch = v.object({
  template: v.pipe(v.string(), v.maxLength(64)),
  draft: v.optional(v.string(), ''),
  language: v.optional(v.picklist(['zh-Hans', 'zh-Hant', 'en'], 'common.problem.selected'), 'zh-Hans'),
  bilingual: v.optional(v.picklist(['yes', 'no'], 'common.problem.selected'), 'yes'),
})

batchRoutes.post(HOME, async (c) => {
  requirePermission(viewerOf(c), 'document.create')
  const form = await readForm(c, NewBatch)
  if (!form.ok) return newBatchPage(c, form.values.template ?? '', form, 422)
  const { draft, template, language, bilingual } = form.output
  const usesTraditional = language === 'zh-Hant' || (language === 'en' && c.var.locale === 'zh_TW')
  const languages = {
    primary: language === 'en' ? 'en' : 'zh',
    bilingual: bilingual === 'yes',
    script: usesTraditional ? 'Hant' : 'Hans',
  } as const
  const id = await beginBatch(c.var.db, viewerOf(c), draft ? { draft } : { template, languages })
  return goTo(c, `${HOME}/${id}`)
})

interface BatchPageState extends FormState {
  fileProblem?: Unreadable
  problem?: AppError
}

async function batchPage(c: Ctx, batch: Batch, state: BatchPageState = {}) {
  const { db, locale } = c.var
  const isFinished = batch.rows.some(({ document_id }) => document_id)
  const documents = isFinished ? await documentsOf(db, viewerOf(c), batch) : []
  const uses = isFinished ? null : await findUses(db, viewerOf(c), batch.kind, batch.id)
  const columns = columnsOf(batch)
  const heads = headsOf(batch, columns, locale)
  const pageData = {
    batch,
    documents,
    uses,
    heads: new Map(columns.map(({ id }, index) => [id, heads[index]!])),
  }
  if (isFragmentRequest(c)) return fragment(c, <BatchState {...pageData} />)
  const status = state.fileProblem || state.problems ? 422 : 200
  return page(c, <BatchPage {...pageData} {...state} />, { title: titleOf(c, 'title'), ...FRAME, status })
}

batchRoutes.get(`${HOME}/:id`, async (c) =>
  batchPage(c, await findBatch(c.var.db, viewerOf(c), c.req.param('id'))),
)

async function tableHeads(c: Ctx) {
  const batch = await findBatch(c.var.db, viewerOf(c), c.req.param('id')!)
  const name = translate(c.var.locale)('batches.file.table')
  return { name, heads: headsOf(batch, columnsToFill(batch), c.var.locale) }
}

batchRoutes.get(`${HOME}/:id/table.xlsx`, async (c) => {
  const { name, heads } = await tableHeads(c)
  return sendAttachment(c, `${name}.xlsx`, XLSX, xlsxOf([heads]))
})

batchRoutes.get(`${HOME}/:id/table.csv`, async (c) => {
  const { name, heads } = await tableHeads(c)
  return sendCsv(c, name, [heads])
})

batchRoutes.get(`${HOME}/:id/result.csv`, async (c) => {
  const batch = await findBatch(c.var.db, viewerOf(c), c.req.param('id'))
  const documents = await documentsOf(c.var.db, viewerOf(c), batch)
  return sendCsv(
    c,
    translate(c.var.locale)('batches.file.result'),
    resultTable(batch, documents, c.var.locale),
  )
})

const sendCsv = (c: Ctx, name: string, rows: string[][]) =>
  sendAttachment(
    c,
    `${name}.csv`,
    'text/csv; charset=utf-8',
    new TextEncoder().encode(BYTE_ORDER_MARK + csvLines(rows)),
  )

batchRoutes.post(`${HOME}/:id/table`, async (c) => {
  const batch = await findBatch(c.var.db, viewerOf(c), c.req.param('id'))
  const { files } = await readFormWithFiles(c, v.object({}), 'file', MAX_FILE_BYTES)
  const [bytes] = files
  if (!bytes?.length) return batchPage(c, batch, { problems: { file: 'batches.upload.noFile' } })
  await consumePoint(UPLOADS, viewerOf(c).id)
  const table = readRows(bytes, batch)
  if ('problem' in table) return batchPage(c, batch, { fileProblem: table })
  await storeRows(c.var.db, viewerOf(c), batch, table)
  return goTo(c, `${HOME}/${batch.id}`)
})

function rowOf(batch: Batch, number: string) {
  const row = batch.rows.find((one) => String(one.number) === number && UNDRAFTED_STATES.includes(one.state))
  return row ?? notFound()
}

batchRoutes.get(`${HOME}/:id/rows/:number`, async (c) => {
  const batch = await findBatch(c.var.db, viewerOf(c), c.req.param('id'))
  const row = rowOf(batch, c.req.param('number'))
  const columns = columnsOf(batch)
  const heads = headsOf(batch, columns, c.var.locale)
  const content = <RowPage batch={batch} row={row} columns={columns} heads={heads} />
  return page(c, content, { title: titleOf(c, 'row.title'), ...FRAME })
})

/** Fields are named by their position, because a field's name is also its id in the page. */
batchRoutes.post(`${HOME}/:id/rows/:number`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const batch = await findBatch(c.var.db, viewerOf(c), c.req.param('id'))
  const { number } = rowOf(batch, c.req.param('number'))
  const cells = columnsOf(batch).flatMap(({ id }, index): [string, string][] => {
    const text = cellText(values[`cell${index}`] ?? '')
    return text ? [[id, text]] : []
  })
  await changeRow(c.var.db, viewerOf(c), batch.id, number, Object.fromEntries(cells))
  return goTo(c, `${HOME}/${batch.id}`)
})

batchRoutes.post(`${HOME}/:id/drafting`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  await beginDrafts(c.var.db, viewerOf(c), id)
  return goTo(c, `${HOME}/${id}`)
})

batchRoutes.post(`${HOME}/:id/cancellation`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  await cancelBatch(c.var.db, viewerOf(c), id)
  return goTo(c, `${HOME}/${id}`)
})

batchRoutes.get(`${HOME}/:id/removal`, async (c) => {
  const { id } = await findBatch(c.var.db, viewerOf(c), c.req.param('id'))
  const title = translate(c.var.locale)('batches.remove')
  return actionPage(c, { title, form: <RemovalForm id={id} />, current: 'myDocs' })
})

batchRoutes.post(`${HOME}/:id/removal`, async (c) => {
  await requireForm(c)
  await removeBatch(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, HOME)
})

// Redirects, because after a login in between the browser opens the form's address by GET.
for (const step of ['table', 'drafting', 'cancellation'])
  batchRoutes.get(`${HOME}/:id/${step}`, (c) => goTo(c, `${HOME}/${c.req.param('id')}`))

batchRoutes.route('/', sendingRoutes)
