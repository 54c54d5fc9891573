import type { InvoiceRequest } from '../invoice-form.ts'
import type { InvoiceDetails } from '../invoice-schema.ts'

/** The columns for a form's input. */
export const columnsOf = ({
  titleKind,
  taxNumber,
  bankAccount,
  ...fields
}: InvoiceRequest): InvoiceDetails => ({
  ...fields,
  title_kind: titleKind,
  tax_number: taxNumber,
  bank_account: bankAccount,
})

/** The form's values for a row. */
export const fieldsOf = (row: InvoiceDetails): InvoiceRequest => ({
  kind: row.kind,
  titleKind: row.title_kind,
  title: row.title,
  taxNumber: row.tax_number,
  address: row.address,
  phone: row.phone,
  bank: row.bank,
  bankAccount: row.bank_account,
  email: row.email,
})
