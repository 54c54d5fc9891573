import type { Agreements } from '../payment-method.ts'
import { payAtSandbox } from './sandbox-books.ts'

/** The agreements of the sandbox, which are concluded on a page of the sandbox. */
export const sandboxAgreements: Agreements = {
  begin: async (_, __, mandateId) => ({ go: `/mgmt/acct-info/renewal/${mandateId}/sandbox` }),
  query: async (db, { number }) => {
    const agreement = await db
      .selectFrom('orders.sandbox_agreement')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirst()
    if (!agreement) return { state: 'open' }
    return agreement.state === 'ended' ? { state: 'ended' } : { state: 'active', reference: `SBA-${number}` }
  },
  end: async (db, { number }) => {
    await db
      .updateTable('orders.sandbox_agreement')
      .set({ state: 'ended' })
      .where('number', '=', number)
      .execute()
  },
  charge: async (db, { number }, order) => {
    const agreement = await db
      .selectFrom('orders.sandbox_agreement')
      .select('state')
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirst()
    if (!agreement || agreement.state === 'ended') return 'agreement'
    const payments = db.selectFrom('orders.sandbox_payment').select('reference')
    if (await payments.where('order_number', '=', order.number).executeTakeFirst()) return 'requested'
    if (agreement.state === 'empty') return 'money'
    await payAtSandbox(db, { number: order.number, amount: order.total, currency: order.currency })
    return 'requested'
  },
}
