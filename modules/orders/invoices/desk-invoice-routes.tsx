import * as v from 'valibot'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, type Problems, readForm, type Values } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { getFile } from '#src/jobs/storage.ts'
import type { MessageKey } from '#views/language/messages.ts'
import {
  actionsOnInvoice,
  findInvoiceForDesk,
  INVOICE_FILTERS,
  issueInvoice,
  listInvoices,
  refuseInvoice,
  reverseInvoice,
} from './desk-invoice.ts'
import { fileOf } from './invoice.ts'
import { recordRedLetter, reversalsOf } from './invoice-reversal.ts'
import { DeskInvoicePage } from './views/desk-invoice-page.tsx'
import { DeskInvoicesPage } from './views/desk-invoices-page.tsx'

/** The desk's pages to issue invoices. */
export const deskInvoiceRoutes = routes()

const HOME = '/desk/invoices'
const AT = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'deskInvoices' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''
const back = (c: Ctx, done: string) => goTo(c, `${HOME}/${idOf(c)}?done=${done}`)

deskInvoiceRoutes.get(HOME, async (c) => {
  const state = INVOICE_FILTERS.find((one) => one === c.req.query('state')) ?? 'requested'
  const found = await listInvoices(c.var.db, state, c.req.query('after') ?? '')
  const title = translate(c.var.locale)('orders.invoiceDesk.invoices')
  return page(c, <DeskInvoicesPage {...found} state={state} />, { title, ...FRAME })
})

async function itemPage(c: Ctx, given: FormState = {}) {
  const invoice = await findInvoiceForDesk(c.var.db, idOf(c))
  const history = {
    actions: await actionsOnInvoice(c.var.db, invoice.id),
    reversals: await reversalsOf(c.var.db, invoice.id),
  }
  const content = <DeskInvoicePage invoice={invoice} {...history} {...given} done={c.req.query('done')} />
  const status = given.problems ? 422 : 200
  return page(c, content, { title: invoice.orderNumber, ...FRAME, status })
}

deskInvoiceRoutes.get(AT, (c) => itemPage(c))

// The address of a refused form stays in the address bar, so reloading it leads back to the invoice.
for (const action of ['issue', 'refusal', 'reversal', 'red-letter'])
  deskInvoiceRoutes.get(`${AT}/${action}`, async (c) => {
    const { id } = await findInvoiceForDesk(c.var.db, idOf(c))
    return goTo(c, `${HOME}/${id}`)
  })

const MAX_FILE = 5 * 1024 * 1024

/** A fully digitalised invoice has twenty digits, an older one eight, or twenty including its code. */
const InvoiceNumber = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.replace(/\s/g, '')),
  v.nonEmpty('common.problem.required'),
  v.regex(/^(\d{8}|\d{20})$/, 'orders.problem.invoiceNumber'),
)

const Issue = v.object({
  number: InvoiceNumber,
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

/** The locale key of the problem of the uploaded file. */
function fileProblem(files: Uint8Array[]): MessageKey | null {
  if (files.length !== 1) return files.length ? 'orders.problem.oneFile' : 'common.problem.required'
  const [file] = files
  if (file!.length > MAX_FILE) return 'orders.problem.fileSize'
  const isPdf = Buffer.from(file!.subarray(0, 5)).toString('latin1') === '%PDF-'
  return isPdf ? null : 'orders.problem.fileType'
}

/** The current invoice with the typed values and the problem; mostly a colleague was faster. */
function refused(c: Ctx, error: unknown, field: string, values: Values) {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'INVOICE_NUMBER_EXISTS')
    return itemPage(c, { values, problems: { [field]: error.words } })
  if (error.code !== 'INVOICE_STATUS_WRONG') throw error
  return itemPage(c, { values, problems: { [field]: 'orders.invoiceDesk.tooLate' } })
}

deskInvoiceRoutes.post(`${AT}/issue`, async (c) => {
  const { form, files } = await readFormWithFiles(c, Issue, 'file', MAX_FILE)
  const { values } = form
  const file = fileProblem(files)
  const problems: Problems = { ...(form.ok ? {} : form.problems), ...(file && { file }) }
  if (!form.ok || file) return itemPage(c, { values, problems })
  try {
    const { number, shown: amount } = form.output
    await issueInvoice(c.var.db, viewerOf(c), idOf(c), { number, amount, file: files[0]! })
  } catch (error) {
    return refused(c, error, 'number', values)
  }
  return back(c, 'issue')
})

const reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(300, 'common.problem.tooLong'),
)

deskInvoiceRoutes.post(`${AT}/refusal`, async (c) => {
  const form = await readForm(c, v.object({ refusalReason: reason }))
  if (!form.ok) return itemPage(c, form)
  try {
    await refuseInvoice(c.var.db, viewerOf(c), idOf(c), form.output.refusalReason)
  } catch (error) {
    return refused(c, error, 'refusalReason', form.values)
  }
  return back(c, 'refuse')
})

deskInvoiceRoutes.post(`${AT}/reversal`, async (c) => {
  const form = await readForm(c, v.object({ reversalReason: reason }))
  if (!form.ok) return itemPage(c, form)
  try {
    await reverseInvoice(c.var.db, viewerOf(c), idOf(c), form.output.reversalReason)
  } catch (error) {
    return refused(c, error, 'reversalReason', form.values)
  }
  return back(c, 'reverse')
})

deskInvoiceRoutes.post(`${AT}/red-letter`, async (c) => {
  const RedLetter = v.object({ redLetter: InvoiceNumber, reversal: v.optional(v.string(), '') })
  const form = await readForm(c, RedLetter)
  if (!form.ok) return itemPage(c, form)
  const { redLetter: number, reversal } = form.output
  try {
    await recordRedLetter(c.var.db, viewerOf(c), idOf(c), { reversal, number })
  } catch (error) {
    return refused(c, error, 'redLetter', form.values)
  }
  return back(c, 'redLetter')
})

deskInvoiceRoutes.get(`${AT}/file`, async (c) => {
  const { id, number } = await findInvoiceForDesk(c.var.db, idOf(c))
  if (!number) notFound()
  return sendAttachment(c, `${number}.pdf`, 'application/pdf', await getFile(c.var.db, fileOf(id)))
})
