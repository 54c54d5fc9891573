import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { lockReference } from './confirm-transfer.ts'
import { type Match, type MatchedLine, matchLines, WITHOUT_ORDER } from './match-lines.ts'
import { markRecorded } from './recorded.ts'
import { findStatement } from './statement.ts'

const isWithoutOrder = ({ match }: MatchedLine) => (WITHOUT_ORDER as readonly Match[]).includes(match)

/**
 * Registers a credit that pays no order as an unsettled payment, for which staff choose the order later.
 * Throws NOT_FOUND, and ORDER_STATUS_WRONG if the statement has no such credit, or the credit can pay the
 * order that it names.
 */
export async function registerCredit(db: Db, viewer: Viewer, statementId: string, reference: string) {
  const lines = await creditsOf(db, viewer, statementId, (one) => one === reference)
  const line = lines.find(isWithoutOrder)
  if (!line) throw new AppError('ORDER_STATUS_WRONG')
  return register(db, viewer, statementId, line)
}

/** Registers all credits without an order, or with one of another payment method; returns their number. */
export async function registerCredits(db: Db, viewer: Viewer, statementId: string): Promise<number> {
  const lines = await creditsOf(db, viewer, statementId, () => true)
  let count = 0
  for (const line of lines.filter((one) => isWithoutOrder(one) && one.match !== 'proposed'))
    if (await register(db, viewer, statementId, line)) count++
  return count
}

async function creditsOf(db: Db, viewer: Viewer, id: string, references: (reference: string) => boolean) {
  const { method, lines } = await findStatement(db, viewer, id)
  return matchLines(db, method === 'bank' ? lines.filter(({ reference }) => references(reference)) : [])
}

/** Registers a credit; returns false if a colleague has recorded it meanwhile. */
async function register(db: Db, viewer: Viewer, statementId: string, line: MatchedLine): Promise<boolean> {
  const { reference } = line
  const amount = BigInt(line.amount)
  return db.transaction().execute(async (trx) => {
    if (await lockReference(trx, reference)) return false
    await markRecorded(trx, statementId)
    const id = newId()
    await trx
      .insertInto('orders.payment')
      .values({
        id,
        order_id: null,
        method: 'bank',
        reference,
        currency: 'CNY',
        amount,
        received_at: new Date(line.at),
        created_at: now(),
        problem: 'unknown',
        settled_at: null,
        confirmed_by: viewer.name,
      })
      .execute()
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: reference,
      path: `/desk/payments/${id}`,
      action: 'register-payment',
      reason: line.payer || line.remark || reference,
      changes: [{ what: 'amount', before: '', after: `CNY ${decimal(amount)}` }],
    })
    return true
  })
}
