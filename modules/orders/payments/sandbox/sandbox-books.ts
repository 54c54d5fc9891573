import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Currency, Money } from '#src/core/money.ts'

/** Pays at the sandbox, whatever the amount. */
export async function payAtSandbox(
  db: Db,
  { number, amount, currency }: { number: string; amount: Money; currency: Currency },
) {
  const reference = `SB-${newId()}`
  const row = { order_number: number, reference, currency, amount, paid_at: now() }
  await db.insertInto('orders.sandbox_payment').values(row).execute()
}
