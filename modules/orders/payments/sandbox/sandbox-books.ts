import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'

/** Records a payment at the sandbox, of any amount. */
export async function payAtSandbox(
  db: Db,
  { number, amount, currency }: { number: string; amount: Money; currency: Currency },
) {
  const reference = `SB-${newId()}`
  const row = { order_number: number, reference, currency, amount, paid_at: now() }
  await db.insertInto('orders.sandbox_payment').values(row).execute()
}

/**
 * Whether the order is paid at the sandbox in full. Like a real gateway, it accepts the payment of an order
 * once.
 */
export async function isPaidAtSandbox(
  db: Db,
  { number, total, currency }: { number: string; total: Money; currency: Currency },
): Promise<boolean> {
  const payment = await db
    .selectFrom('orders.sandbox_payment')
    .select('reference')
    .where('order_number', '=', number)
    .where('currency', '=', currency)
    .where('amount', '=', total)
    .executeTakeFirst()
  return payment !== undefined
}
