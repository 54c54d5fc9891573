import { findProfile } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { AnyForm, type FormState, readForm, type Values } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { FILE_FORMATS, MEDIA_TYPES } from './files/invoice-file.ts'
import {
  findInvoiceFile,
  findOrderAndInvoice,
  invoiceable,
  type OrderAndInvoice,
  requestInvoice,
} from './invoice.ts'
import { readInvoice } from './invoice-form.ts'
import { InvoicePage } from './views/invoice-page.tsx'

/** The pages on which the buyer of a paid order requests and downloads its invoice. */
export const invoiceRoutes = routes()

const AT = '/mgmt/orders/:id/invoice'
const idOf = (c: Ctx) => c.req.param('id') ?? ''

/** Initial values: the data of a refused request, or of the account and its team. */
async function initialValues(c: Ctx, viewer: Viewer, before: OrderAndInvoice['invoice']): Promise<Values> {
  if (before) {
    const { kind, title_kind, title, tax_number, address, phone, bank, bank_account, email } = before
    const company = { taxNumber: tax_number, address, phone, bank, bankAccount: bank_account }
    return { kind, titleKind: title_kind, title, ...company, email }
  }
  const { identity, companyName, credit_code, address, phone } = await findProfile(c.var.db, viewer)
  const person = identity === 'individual'
  return {
    kind: 'ordinary',
    titleKind: person ? 'individual' : 'company',
    title: person ? viewer.name : companyName,
    taxNumber: credit_code ?? '',
    address,
    phone,
    email: viewer.email ?? '',
  }
}

async function invoicePage(c: Ctx, { values, problems }: FormState = {}) {
  const viewer = viewerOf(c)
  const { order, invoice } = await findOrderAndInvoice(c.var.db, viewer, idOf(c))
  const open = invoice?.state === 'requested' || invoice?.state === 'issued'
  const asks = invoiceable(order) && !open
  const given = asks ? (values ?? (await initialValues(c, viewer, invoice))) : undefined
  const content = (
    <InvoicePage
      order={order}
      invoice={invoice}
      values={given}
      problems={problems}
      done={c.req.query('done')}
    />
  )
  const title = translate(c.var.locale)('orders.invoice.title')
  const status = problems ? 422 : 200
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo', status })
}

invoiceRoutes.get(AT, (c) => invoicePage(c))

invoiceRoutes.post(AT, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const form = readInvoice(values)
  if (!form.ok) return invoicePage(c, form)
  const isNew = await requestInvoice(c.var.db, viewerOf(c), idOf(c), form.output)
  return goTo(c, `/mgmt/orders/${idOf(c)}/invoice?done=${isNew ? 'requested' : 'before'}`)
})

for (const format of FILE_FORMATS)
  invoiceRoutes.get(`${AT}.${format}`, async (c) => {
    const { number, bytes } = await findInvoiceFile(c.var.db, viewerOf(c), idOf(c), format)
    const name = translate(c.var.locale)('orders.invoice.fileName', { number })
    return sendAttachment(c, `${name}.${format}`, MEDIA_TYPES[format], bytes)
  })
