import { type Selectable, sql } from 'kysely'
import { requireAccountsDesk, staffNames } from '#modules/accounts/index.ts'
import { ago, DAY, now, shanghaiDay } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { safeName } from '#src/files/entry-names.ts'
import { job } from '#src/jobs/jobs.ts'
import type { PaymentProblem } from '../../schema.ts'
import type { StatementLine, StatementMethod, StatementTable } from '../desk-schema.ts'
import { confirmTransfer } from './confirm-transfer.ts'
import { isSum, type Match, type MatchedLine, matchLines, UNSETTLED_MATCHES } from './match-lines.ts'
import { markRecorded } from './recorded.ts'
import { confirmSplit } from './split-transfer.ts'

export type Statement = Selectable<StatementTable>

/** Stores the credits of a statement for checking and confirmation; returns its id. */
export async function storeStatement(
  db: Db,
  viewer: Viewer,
  lines: StatementLine[],
  method: StatementMethod = 'bank',
  name = '',
): Promise<string> {
  requireAccountsDesk(viewer)
  const id = newId()
  const file_name = fileNameOf(name)
  const row = { id, staff_id: viewer.id, method, file_name, ...spanOf(lines), uploaded_at: now() }
  await db
    .insertInto('orders.statement')
    .values({ ...row, confirmed_at: null, lines: JSON.stringify(cleanLines(lines)) })
    .execute()
  return id
}

/** The times of the earliest and the latest credit; null without one. */
export function spanOf(lines: StatementLine[]) {
  const moments = lines.map(({ at }) => at).sort()
  const dateOf = (text?: string) => (text ? new Date(text) : null)
  return { first_at: dateOf(moments[0]), last_at: dateOf(moments.at(-1)) }
}

/**
 * Cleans the text of a payer, who may write anything. Removes characters that a form would refuse, because
 * no one can correct the text, and those that reverse the direction, because a name would be read as another
 * one.
 */
export const cleanCell = (text: string): string => cleanText(text).replace(/[\p{Bidi_Control}\p{Cc}]/gu, '')

/** The stored name of an uploaded file; undefined without one. */
export const fileNameOf = (name: string) => (name.trim() ? safeName(cleanCell(name).trim()) : undefined)

export const cleanLines = (lines: StatementLine[]): StatementLine[] =>
  lines.map((line) => ({
    ...line,
    remark: cleanCell(line.remark),
    payer: cleanCell(line.payer),
    reference: cleanCell(line.reference),
  }))

/** The latest statements, newest first. */
export async function listStatements(db: Db, viewer: Viewer) {
  requireAccountsDesk(viewer)
  return db
    .selectFrom('orders.statement as statement')
    .innerJoin(staffNames(db).as('staff'), 'staff.id', 'statement.staff_id')
    .select(['statement.id', 'method', 'uploaded_at', 'confirmed_at', 'staff.name as staffName'])
    .select(['file_name', 'recorded_at', 'staff_id'])
    .select((eb) => eb('unread', 'is not', null).as('isUnread'))
    .select((eb) => eb.fn<number>('jsonb_array_length', ['lines']).as('count'))
    .orderBy('statement.id', 'desc')
    .limit(20)
    .execute()
}

export type ListedStatement = Awaited<ReturnType<typeof listStatements>>[number]

/** Throws NOT_FOUND. */
export async function findStatement(db: Db, viewer: Viewer, id: string): Promise<Statement> {
  requireAccountsDesk(viewer)
  const statement = isId(id)
    ? await db
        .selectFrom('orders.statement')
        .selectAll()
        .select(sql<string | null>`bill_day::text`.as('bill_day'))
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  return statement ?? notFound()
}

/**
 * The result of recording the credits of a statement: the numbers of orders paid and of unsettled payments.
 */
export interface RecordedCredits {
  paidCount: number
  unsettledCount: number
}

/**
 * Records every credit that names an order, or several and their sum: a matching credit pays them, others
 * remain unsettled. A repetition changes nothing. The page shows the credits that can no longer be recorded.
 */
export async function confirmStatement(db: Db, viewer: Viewer, id: string): Promise<RecordedCredits> {
  const statement = await findStatement(db, viewer, id)
  const outcomes: (PaymentProblem | null)[] = []
  const lines = statement.method === 'bank' ? await matchLines(db, statement.lines) : []
  if (lines.some(({ match }) => RECORDED_MATCHES.includes(match))) await markRecorded(db, id)
  for (const line of lines) outcomes.push(...(await confirmLine(db, viewer, line)))
  await db
    .updateTable('orders.statement')
    .set({ confirmed_at: now() })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
  const paidCount = outcomes.filter((problem) => !problem).length
  return { paidCount, unsettledCount: outcomes.length - paidCount }
}

const transferOf = ({ amount, reference, at }: StatementLine) => ({
  amount: BigInt(amount),
  reference,
  at: new Date(at),
})

const RECORDED_MATCHES: Match[] = ['matched', 'split', ...UNSETTLED_MATCHES]

/** Records a credit; returns the problem of each payment. */
async function confirmLine(db: Db, viewer: Viewer, line: MatchedLine): Promise<(PaymentProblem | null)[]> {
  const { match, orders } = line
  if (!RECORDED_MATCHES.includes(match)) return []
  try {
    if (isSum(line, orders)) return await confirmSplit(db, viewer, orders, transferOf(line))
    return [await confirmTransfer(db, viewer, orders[0]!.id, transferOf(line))]
  } catch (error) {
    // A colleague has recorded the credit meanwhile.
    if (!(error instanceof AppError)) throw error
    return []
  }
}

/**
 * Records a credit for one of the orders proposed for it. Throws NOT_FOUND, ORDER_STATUS_WRONG if that order
 * is no longer proposed.
 */
export async function confirmProposal(
  db: Db,
  viewer: Viewer,
  id: string,
  { reference, orderId }: { reference: string; orderId: string },
) {
  const statement = await findStatement(db, viewer, id)
  const creditLines = statement.lines.filter(
    (line) => statement.method === 'bank' && line.reference === reference,
  )
  const [line] = await matchLines(db, creditLines)
  const isProposed = line?.match === 'proposed' && line.orders.some((order) => order.id === orderId)
  if (!isProposed) throw new AppError('ORDER_STATUS_WRONG')
  await markRecorded(db, id)
  return confirmTransfer(db, viewer, orderId, transferOf(line))
}

/**
 * The number of years from the end of the fiscal year, as for vouchers (Measures for Accounting Archives,
 * annex 1).
 */
const RETENTION_YEARS = 30

/** How long a table is stored whose columns the desk has not named. */
const UNREAD_RETENTION = 30 * DAY

/**
 * Nightly: deletes statements of fiscal years that ended long enough ago, and statements that were never
 * readable.
 */
export const deleteOldStatements = job('old-statements', async (db) => {
  const year = Number(shanghaiDay().slice(0, 4)) - RETENTION_YEARS
  const before = new Date(`${year}-01-01T00:00:00+08:00`)
  await db.deleteFrom('orders.statement').where('uploaded_at', '<', before).execute()
  await db
    .deleteFrom('orders.statement')
    .where('unread', 'is not', null)
    .where('uploaded_at', '<', ago(UNREAD_RETENTION))
    .execute()
})
