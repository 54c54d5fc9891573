import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { InvoiceActionTable } from './invoice-schema.ts'

/** Appends to the history of an invoice. */
export const logInvoiceAction = (
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  action: Omit<InvoiceActionTable, 'id' | 'account_id' | 'at'>,
) =>
  trx
    .insertInto('orders.invoice_action')
    .values({ id: newId(), account_id: id, at: now(), ...action })
    .execute()
