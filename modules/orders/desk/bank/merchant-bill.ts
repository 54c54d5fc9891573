import { sql } from 'kysely'
import { HOUR, now, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { methodsWithBills } from '../../payments/registry.ts'
import { addDays, dayStart } from '../day.ts'
import type { BillRefund, StatementLine, StatementMethod } from '../desk-schema.ts'
import { readStatement } from './read-statement.ts'
import { cleanCell, cleanLines, spanOf } from './statement.ts'

/** How many days back the daily job looks for bills that are not stored, such as after an outage. */
const DAYS = 7

/** How long after the end of its day a bill may be missing; after that, the day had no payments. */
const MAX_BILL_DELAY = 36 * HOUR

/**
 * Fetches and stores the bill of one method and day (yyyy-MM-dd in Shanghai), once. Retried for four days
 * while it does not exist or cannot be read.
 */
export const fetchBill = job<{ method: StatementMethod; day: string }>(
  'merchant-bill',
  async (db, { method, day }) => {
    const source = methodsWithBills().find(({ name }) => name === method)
    if (!source || (await isStored(db, method, day))) return
    const bytes = await source.bill!(day)
    if (!bytes && now().getTime() < dayStart(addDays(day, 1)).getTime() + MAX_BILL_DELAY)
      throw new NotYet(`No bill of ${method} of ${day}`)
    const { lines, refunds } = bytes ? entriesIn(bytes, method) : { lines: [], refunds: [] }
    const row = { id: newId(), staff_id: null, method, bill_day: day, ...spanOf(lines) }
    await db
      .insertInto('orders.statement')
      .values({
        ...row,
        lines: JSON.stringify(lines),
        refunds: JSON.stringify(refunds),
        uploaded_at: now(),
        confirmed_at: null,
      })
      .onConflict((oc) => oc.columns(['bill_day', 'method']).where('bill_day', 'is not', null).doNothing())
      .execute()
  },
  { retryDelayMax: 1800, retryLimit: 200 },
)

/** Daily: enqueues fetching the bills of the last days that are not stored yet. */
export const fetchBills = job('merchant-bills', async (db) => {
  const today = shanghaiDay()
  const bills = await storedBills(db, addDays(today, -DAYS))
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n - DAYS))
  const missingBills = methodsWithBills().flatMap(({ name }) =>
    days
      .filter((day) => !bills.some((one) => one.method === name && one.day === day))
      .map((day) => ({ method: name as StatementMethod, day })),
  )
  await db.transaction().execute(async (trx) => {
    for (const one of missingBills) await fetchBill.ensure(trx, one)
  })
})

async function isStored(db: Db, method: StatementMethod, day: string) {
  const bills = await storedBills(db, day)
  return bills.some((one) => one.method === method && one.day === day)
}

/** The fetched bills of a day and the days after it. */
const storedBills = (db: Db, from: string) =>
  db
    .selectFrom('orders.statement')
    .select(['method', sql<string>`bill_day::text`.as('day')])
    .where('bill_day', '>=', from)
    .execute()

/**
 * The payments and refunds of a bill, without their payers, which no comparison needs. Throws for a bill
 * that cannot be read as a whole.
 */
function entriesIn(
  bytes: Uint8Array,
  method: StatementMethod,
): { lines: StatementLine[]; refunds: BillRefund[] } {
  const statement = readStatement(bytes)
  const problems = statement.faults
    .map(({ problem }) => problem)
    .filter((problem) => problem !== 'desk.statements.problem.empty')
  if (statement.unknown || problems.length || statement.method !== method)
    throw new Error(`The bill of ${method} cannot be read: ${problems[0] ?? 'columns'}`)
  const lines = cleanLines(statement.lines.map((line) => ({ ...line, payer: '' })))
  const refunds = statement.refunds.map((refund) => ({
    ...refund,
    key: cleanCell(refund.key),
    number: cleanCell(refund.number),
  }))
  return { lines, refunds }
}
