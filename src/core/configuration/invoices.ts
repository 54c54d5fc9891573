import * as v from 'valibot'
import { areAllSet } from './together.ts'
import { flag, url } from './values.ts'

/** The e-invoice service. If it is missing, staff issue invoices by hand. */
export const InvoiceVariables = v.object({
  EINVOICE_URL: v.optional(url),
  EINVOICE_KEY: v.optional(v.string()),
  /** Whether requests for invoices of paid orders go to the service without a member of staff. */
  EINVOICE_AUTOMATIC: v.optional(flag, '0'),
})

type InvoiceValues = v.InferOutput<typeof InvoiceVariables>

export const invoicesFrom = (e: InvoiceValues) => ({
  eInvoice: areAllSet(e, ['EINVOICE_URL', 'EINVOICE_KEY'])
    ? { url: e.EINVOICE_URL!, key: e.EINVOICE_KEY! }
    : null,
})
