import * as v from 'valibot'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { isDay, startOfDay } from '#src/core/day.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { type FormState, type Problems, readForm, type Values } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFields, type UploadedFile } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { getFile } from '#src/jobs/storage.ts'
import {
  actionsOnInvoice,
  countWaiting,
  findInvoiceForDesk,
  INVOICE_FILTERS,
  issueInvoice,
  listInvoices,
  refuseInvoice,
} from './desk-invoice.ts'
import { MAX_FILE_BYTES, problemsOfFiles } from './files/check-files.ts'
import {
  FILE_FORMATS,
  type FileFormat,
  fileOf,
  type InvoiceFiles,
  MEDIA_TYPES,
  redLetterFileOf,
} from './files/invoice-file.ts'
import { recordRedLetter, reversalsOf, reverseInvoice } from './invoice-reversal.ts'
import { eInvoiceService } from './service/registry.ts'
import { retryReversal, sendToService } from './service/send.ts'
import { WHOLE_INVOICE } from './views/desk-invoice-forms.tsx'
import { DeskInvoicePage } from './views/desk-invoice-page.tsx'
import { DeskInvoicesPage } from './views/desk-invoices-page.tsx'

/** The pages of the desk for issuing invoices. */
export const deskInvoiceRoutes = routes()

const HOME = '/desk/invoices'
const DETAIL_PATH = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'deskInvoices' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''
const goToInvoice = (c: Ctx, done: string) => goTo(c, `${HOME}/${idOf(c)}?done=${done}`)

deskInvoiceRoutes.get(HOME, async (c) => {
  const state = INVOICE_FILTERS.find((one) => one === c.req.query('state')) ?? 'requested'
  const team = isId(c.req.query('team') ?? '') ? c.req.query('team')! : ''
  const list = await listInvoices(c.var.db, state, c.req.query('after') ?? '', team)
  const title = translate(c.var.locale)('orders.invoiceDesk.invoices')
  const waitingCounts = await countWaiting(c.var.db)
  return page(c, <DeskInvoicesPage {...list} state={state} team={team} waitingCounts={waitingCounts} />, {
    title,
    ...FRAME,
  })
})

async function invoicePage(c: Ctx, formState: FormState = {}) {
  const invoice = await findInvoiceForDesk(c.var.db, idOf(c))
  const history = {
    actions: await actionsOnInvoice(c.var.db, invoice.id),
    reversals: await reversalsOf(c.var.db, invoice.id),
    viewerId: viewerOf(c).id,
  }
  const service = eInvoiceService() !== null
  const content = (
    <DeskInvoicePage
      invoice={invoice}
      {...history}
      {...formState}
      service={service}
      done={c.req.query('done')}
    />
  )
  const status = formState.problems ? 422 : 200
  return page(c, content, { title: invoice.orderNumber, ...FRAME, status })
}

deskInvoiceRoutes.get(DETAIL_PATH, (c) => invoicePage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['issue', 'service', 'refusal', 'reversal', 'red-letter'])
  deskInvoiceRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { id } = await findInvoiceForDesk(c.var.db, idOf(c))
    return goTo(c, `${HOME}/${id}`)
  })

/** A fully digitalised invoice has twenty digits, an older one eight, or twenty including its code. */
const InvoiceNumber = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.replace(/\s/g, '')),
  v.nonEmpty('common.problem.required'),
  v.regex(/^(\d{8}|\d{20})$/, 'orders.problem.invoiceNumber'),
)

/** Invoices have been issued to our customers since 2026. */
const isIssueDay = (day: string) => isDay(day) && day >= '2026' && day <= shanghaiDay(now())

const Issue = v.object({
  number: InvoiceNumber,
  issuedOn: v.pipe(
    v.optional(v.string(), () => shanghaiDay(now())),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.check(isIssueDay, 'orders.problem.issuedOn'),
  ),
  /** The amount on the page, in fen. */
  shown: v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,15}$/),
        v.transform((text) => BigInt(text)),
      ),
    ),
    undefined,
  ),
})

/** The uploaded files by format, and the problems of each. */
function readFiles(uploaded: UploadedFile[], number: string): { files: InvoiceFiles; problems: Problems } {
  const files: InvoiceFiles = {}
  const problems: Problems = {}
  for (const { field, bytes } of uploaded) {
    const format = field as FileFormat
    if (files[format]) problems[format] = 'orders.problem.oneFile'
    files[format] = bytes
  }
  if (!uploaded.length) problems.pdf = 'orders.problem.noInvoiceFile'
  return { files, problems: { ...problemsOfFiles(files, number), ...problems } }
}

/** The current invoice with the typed values and the problem; usually a colleague acted first. */
function pageWithError(c: Ctx, error: unknown, field: string, values: Values) {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'INVOICE_NUMBER_EXISTS')
    return invoicePage(c, { values, problems: { [field]: error.words } })
  if (error.code !== 'INVOICE_STATUS_WRONG') throw error
  return invoicePage(c, { values, problems: { [field]: 'orders.invoiceDesk.tooLate' } })
}

deskInvoiceRoutes.post(`${DETAIL_PATH}/issue`, async (c) => {
  const { form, files: uploaded } = await readFormWithFields(c, Issue, FILE_FORMATS, MAX_FILE_BYTES)
  const { values } = form
  const { files, problems } = readFiles(uploaded, (values.number ?? '').replace(/\s/g, ''))
  if (!form.ok) return invoicePage(c, { values, problems: { ...form.problems, ...problems } })
  if (Object.keys(problems).length) return invoicePage(c, { values, problems })
  try {
    const { number, issuedOn, shown: amount } = form.output
    await issueInvoice(c.var.db, viewerOf(c), idOf(c), {
      number,
      issuedAt: startOfDay(issuedOn),
      files,
      amount,
    })
  } catch (error) {
    return pageWithError(c, error, 'number', values)
  }
  return goToInvoice(c, 'issue')
})

const reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(300, 'common.problem.tooLong'),
)

deskInvoiceRoutes.post(`${DETAIL_PATH}/refusal`, async (c) => {
  const form = await readForm(c, v.object({ refusalReason: reason }))
  if (!form.ok) return invoicePage(c, form)
  try {
    await refuseInvoice(c.var.db, viewerOf(c), idOf(c), form.output.refusalReason)
  } catch (error) {
    return pageWithError(c, error, 'refusalReason', form.values)
  }
  return goToInvoice(c, 'refuse')
})

/** Reads a red-letter invoice with its files, for a refund or for the whole invoice. */
async function readRedLetter<F extends v.ObjectEntries>(c: Ctx, fields: F) {
  const Fields = v.object({ ...fields, redLetter: InvoiceNumber })
  const { form, files: uploaded } = await readFormWithFields(c, Fields, FILE_FORMATS, MAX_FILE_BYTES)
  const { values } = form
  const { files, problems } = readFiles(uploaded, (values.redLetter ?? '').replace(/\s/g, ''))
  const allProblems = { ...(form.ok ? {} : form.problems), ...problems }
  return { values, files, output: form.ok ? form.output : null, problems: allProblems }
}

deskInvoiceRoutes.post(`${DETAIL_PATH}/reversal`, async (c) => {
  const { values, problems, output, files } = await readRedLetter(c, { reversalReason: reason })
  const formValues = { ...values, reversal: WHOLE_INVOICE }
  if (!output || Object.keys(problems).length) return invoicePage(c, { values: formValues, problems })
  try {
    const { redLetter: number, reversalReason } = output
    await reverseInvoice(c.var.db, viewerOf(c), idOf(c), { number, files, reason: reversalReason })
  } catch (error) {
    return pageWithError(c, error, 'redLetter', formValues)
  }
  return goToInvoice(c, 'reverse')
})

deskInvoiceRoutes.post(`${DETAIL_PATH}/red-letter`, async (c) => {
  const reversal = v.optional(v.string(), '')
  const { values, problems, output, files } = await readRedLetter(c, { reversal })
  if (!output || Object.keys(problems).length) return invoicePage(c, { values, problems })
  try {
    const { redLetter: number } = output
    await recordRedLetter(c.var.db, viewerOf(c), idOf(c), { reversal: output.reversal, number, files })
  } catch (error) {
    return pageWithError(c, error, 'redLetter', values)
  }
  return goToInvoice(c, 'redLetter')
})

deskInvoiceRoutes.post(`${DETAIL_PATH}/service`, async (c) => {
  const { values } = await readForm(c, v.object({ reversal: v.optional(v.string(), '') }))
  const { db } = c.var
  if (values.reversal) await retryReversal(db, viewerOf(c), idOf(c), values.reversal)
  else await sendToService(db, viewerOf(c), idOf(c))
  return goToInvoice(c, 'sent')
})

for (const format of FILE_FORMATS)
  deskInvoiceRoutes.get(`${DETAIL_PATH}/file.${format}`, async (c) => {
    const { id, number, files } = await findInvoiceForDesk(c.var.db, idOf(c))
    if (!files.includes(format)) notFound()
    const bytes = await getFile(c.var.db, fileOf(id, format))
    return sendAttachment(c, `${number}.${format}`, MEDIA_TYPES[format], bytes)
  })

for (const format of FILE_FORMATS)
  deskInvoiceRoutes.get(`${DETAIL_PATH}/red-letters/:redLetter/file.${format}`, async (c) => {
    const reversals = await reversalsOf(c.var.db, (await findInvoiceForDesk(c.var.db, idOf(c))).id)
    const reversal = reversals.find(({ id }) => id === c.req.param('redLetter'))
    if (!reversal?.files.includes(format)) return notFound()
    const bytes = await getFile(c.var.db, redLetterFileOf(idOf(c), reversal.id, format))
    return sendAttachment(c, `${reversal.number}.${format}`, MEDIA_TYPES[format], bytes)
  })
