import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { applyRefund } from '../refunds/refund-order.ts'
import { issueInvoice } from './desk-invoice.ts'
import { storeTitle } from './details/stored-title.ts'
import { requestInvoice } from './invoice.ts'
import type { InvoiceRequest } from './invoice-form.ts'
import { sampleFiles } from './service/sample-files.ts'

const LOTUS: InvoiceRequest = {
  kind: 'special',
  titleKind: 'company',
  title: '莲花贸易（上海）有限公司',
  taxNumber: '91310115MA1K4LTX2A',
  address: '上海市浦东新区世纪大道1568号12层',
  phone: '+86 21 6100 2600',
  bank: '示例银行上海浦东支行',
  bankAccount: '31001234567890001234',
  email: 'chen.lian@lotus.example',
}

const NUMBER = '26990000000000000018'

/**
 * The paid order of signatures has an invoice, and two of its five are refunded: it has a credit note, and
 * the invoice must be reversed. The first order waits for its invoice.
 */
export async function seedInvoices(db: Db, lin: Viewer, agent: Viewer) {
  const paidOrders = db.selectFrom('orders.order').selectAll().where('team_id', '=', lin.teamId)
  const orders = await paidOrders.where('state', '=', 'paid').orderBy('id').execute()
  const plan = orders.find(({ kind }) => kind === 'plan')!
  const signatures = orders.find(({ kind }) => kind === 'single')!
  await storeTitle(db, lin, LOTUS)
  await requestInvoice(db, lin, plan.id, {
    ...LOTUS,
    kind: 'ordinary',
    address: '',
    phone: '',
    bank: '',
    bankAccount: '',
  })
  await requestInvoice(db, lin, signatures.id, LOTUS)
  const { id } = await db
    .selectFrom('orders.invoice')
    .select('id')
    .where('order_id', '=', signatures.id)
    .executeTakeFirstOrThrow()
  const facts = { number: NUMBER, issuedAt: now(), title: LOTUS.title, taxNumber: LOTUS.taxNumber }
  const files = sampleFiles({ ...facts, item: '电子签署', amount: signatures.total })
  await issueInvoice(db, agent, id, { number: NUMBER, issuedAt: now(), files })
  const refund = {
    orderId: signatures.id,
    amount: String((signatures.total / 5n) * 2n),
    reason: '多购两次，退回未使用部分',
    uses: 2,
    endsPlan: false,
    payee: null,
    key: newId(),
  }
  await db.transaction().execute((trx) => applyRefund(trx, agent, refund))
}
