import { findProfile, requirePermission } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { AnyForm, type FormState, readForm, requireForm, type Values } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { changeInvoice, withdrawChoice } from './details/change.ts'
import { fieldsOf } from './details/details.ts'
import { deleteTitle, findStoredTitle, storeTitle } from './details/stored-title.ts'
import { FILE_FORMATS, MEDIA_TYPES } from './files/invoice-file.ts'
import {
  findInvoiceFile,
  findOrderAndInvoice,
  findRedLetterFile,
  invoiceable,
  mayChoose,
  requestInvoice,
} from './invoice.ts'
import { readInvoice } from './invoice-form.ts'
import type { InvoiceDetails } from './invoice-schema.ts'
import { InvoicePage } from './views/invoice-page.tsx'
import { StoredTitlePage } from './views/stored-title-page.tsx'

/** The pages on which the buyer of an order requests and downloads its invoice. */
export const invoiceRoutes = routes()

const INVOICE_PATH = '/mgmt/orders/:id/invoice'
const TITLE = '/mgmt/acct-info/invoice-title'
const FRAME = { shell: 'mgmt', current: 'acctInfo' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''
const goToInvoice = (c: Ctx, done: string) => goTo(c, `/mgmt/orders/${idOf(c)}/invoice?done=${done}`)

/**
 * The initial values: from an earlier request or choice, from the stored title, or from the account and its
 * team.
 */
async function initialValues(
  c: Ctx,
  viewer: Viewer,
  earlierDetails?: InvoiceDetails | null,
): Promise<Values> {
  if (earlierDetails) return { ...fieldsOf(earlierDetails) }
  const { identity, companyName, credit_code, address, phone } = await findProfile(c.var.db, viewer)
  const isIndividual = identity === 'individual'
  return {
    kind: 'ordinary',
    titleKind: isIndividual ? 'individual' : 'company',
    title: isIndividual ? viewer.name : companyName,
    taxNumber: credit_code ?? '',
    address,
    phone,
    email: viewer.email ?? '',
  }
}

async function invoicePage(c: Ctx, { values, problems }: FormState = {}) {
  const viewer = viewerOf(c)
  const orderAndInvoice = await findOrderAndInvoice(c.var.db, viewer, idOf(c))
  const { order, invoice } = orderAndInvoice
  const showsForm = mayChoose(order) || (invoiceable(order) && invoice?.state !== 'issued')
  const initial = showsForm
    ? (values ?? (await initialValues(c, viewer, invoice ?? orderAndInvoice.choice ?? orderAndInvoice.kept)))
    : undefined
  const content = (
    <InvoicePage {...orderAndInvoice} values={initial} problems={problems} done={c.req.query('done')} />
  )
  const title = translate(c.var.locale)('orders.invoice.title')
  return page(c, content, { title, ...FRAME, status: problems ? 422 : 200 })
}

invoiceRoutes.get(INVOICE_PATH, (c) => invoicePage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['invoice-change', 'invoice-withdrawal'])
  invoiceRoutes.get(`/mgmt/orders/:id/${action}`, async (c) => {
    const { order } = await findOrderAndInvoice(c.var.db, viewerOf(c), idOf(c))
    return goTo(c, `/mgmt/orders/${order.id}/invoice`)
  })

invoiceRoutes.post(INVOICE_PATH, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const form = readInvoice(values)
  if (!form.ok) return invoicePage(c, form)
  const isNew = await requestInvoice(c.var.db, viewerOf(c), idOf(c), form.output)
  if (isNew && values.keep === 'yes') await storeTitle(c.var.db, viewerOf(c), form.output)
  return goToInvoice(c, isNew ? 'requested' : 'before')
})

invoiceRoutes.post('/mgmt/orders/:id/invoice-change', async (c) => {
  const { values } = await readForm(c, AnyForm)
  const form = readInvoice(values)
  if (!form.ok) return invoicePage(c, form)
  await changeInvoice(c.var.db, viewerOf(c), idOf(c), form.output)
  if (values.keep === 'yes') await storeTitle(c.var.db, viewerOf(c), form.output)
  return goToInvoice(c, 'changed')
})

invoiceRoutes.post('/mgmt/orders/:id/invoice-withdrawal', async (c) => {
  await requireForm(c)
  await withdrawChoice(c.var.db, viewerOf(c), idOf(c))
  return goToInvoice(c, 'withdrawn')
})

for (const format of FILE_FORMATS)
  invoiceRoutes.get(`${INVOICE_PATH}.${format}`, async (c) => {
    const { number, bytes } = await findInvoiceFile(c.var.db, viewerOf(c), idOf(c), format)
    const name = translate(c.var.locale)('orders.invoice.fileName', { number })
    return sendAttachment(c, `${name}.${format}`, MEDIA_TYPES[format], bytes)
  })

for (const format of FILE_FORMATS)
  invoiceRoutes.get(`/mgmt/orders/:id/red-letters/:redLetter/file.${format}`, async (c) => {
    const requested = { id: c.req.param('redLetter'), format }
    const { number, bytes } = await findRedLetterFile(c.var.db, viewerOf(c), idOf(c), requested)
    const name = translate(c.var.locale)('orders.invoice.redLetterFileName', { number })
    return sendAttachment(c, `${name}.${format}`, MEDIA_TYPES[format], bytes)
  })

async function titlePage(c: Ctx, { values, problems }: FormState = {}) {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'order.create')
  const storedTitle = await findStoredTitle(c.var.db, viewer)
  const initial = values ?? (await initialValues(c, viewer, storedTitle))
  const content = (
    <StoredTitlePage
      hasTitle={storedTitle !== undefined}
      values={initial}
      problems={problems}
      done={c.req.query('done')}
    />
  )
  const title = translate(c.var.locale)('orders.invoice.kept.title')
  return page(c, content, { title, ...FRAME, status: problems ? 422 : 200 })
}

invoiceRoutes.get(TITLE, (c) => titlePage(c))
invoiceRoutes.get(`${TITLE}/removal`, (c) => goTo(c, TITLE))

invoiceRoutes.post(TITLE, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const form = readInvoice(values)
  if (!form.ok) return titlePage(c, form)
  await storeTitle(c.var.db, viewerOf(c), form.output)
  return goTo(c, `${TITLE}?done=kept`)
})

invoiceRoutes.post(`${TITLE}/removal`, async (c) => {
  await requireForm(c)
  await deleteTitle(c.var.db, viewerOf(c))
  return goTo(c, `${TITLE}?done=forgotten`)
})
