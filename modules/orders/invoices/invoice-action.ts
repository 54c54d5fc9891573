import type { Selectable } from 'kysely'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { InvoiceActionTable, InvoiceTable } from './invoice-schema.ts'

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

type ServiceState = Pick<Selectable<InvoiceTable>, 'state' | 'sent_at' | 'failure'>

/**
 * Whether the service may be issuing the invoice, so that neither staff nor another worker may issue or
 * change it.
 */
export const isAtService = ({ state, sent_at, failure }: ServiceState) =>
  state === 'requested' && sent_at !== null && failure === null
