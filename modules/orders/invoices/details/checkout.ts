import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { FormResult, Problems, Values } from '#src/http/body.ts'
import { type InvoiceRequest, readInvoice } from '../invoice-form.ts'
import { CHECKOUT_PREFIX } from '../views/checkout-invoice.tsx'
import { fieldsOf } from './details.ts'
import { findStoredTitle, type InvoiceTitleChoice } from './stored-title.ts'

const withPrefix = <T>(fields: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [CHECKOUT_PREFIX + name, value]))

/** The initial values of the invoice on the page that confirms an order. Makes one query. */
export async function proposedInvoice(db: Db, viewer: Viewer): Promise<Values> {
  const storedTitle = await findStoredTitle(db, viewer)
  return withPrefix({
    ...(storedTitle ? fieldsOf(storedTitle) : { titleKind: 'company', email: viewer.email ?? '' }),
  })
}

/** The invoice chosen with an order; null for none. Problems are at the fields of that page. */
export function readCheckoutInvoice(values: Values): {
  ok: boolean
  output: InvoiceTitleChoice | null
  problems: Problems
} {
  if (values.invoice !== 'yes') return { ok: true, output: null, problems: {} }
  const invoiceFields = Object.entries(values).filter(([name]) => name.startsWith(CHECKOUT_PREFIX))
  const form: FormResult<InvoiceRequest> = readInvoice(
    Object.fromEntries(invoiceFields.map(([name, value]) => [name.slice(CHECKOUT_PREFIX.length), value])),
  )
  if (!form.ok) return { ok: false, output: null, problems: withPrefix(form.problems) }
  const storesTitle = values[`${CHECKOUT_PREFIX}keep`] === 'yes'
  return { ok: true, output: { details: form.output, storesTitle }, problems: {} }
}
