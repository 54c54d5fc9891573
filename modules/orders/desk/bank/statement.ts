import type { Selectable } from 'kysely'
import { requireAccountsDesk, staffNames } from '#modules/accounts/index.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import type { OrderTable } from '../../schema.ts'
import type { StatementLine, StatementTable } from '../desk-schema.ts'
import { confirmTransfer } from './confirm-transfer.ts'

export type Statement = Selectable<StatementTable>

/** Stores the credits of a statement for checking and confirmation; returns its id. */
export async function storeStatement(db: Db, viewer: Viewer, lines: StatementLine[]): Promise<string> {
  requireAccountsDesk(viewer)
  const id = newId()
  const moments = lines.map(({ at }) => at).sort()
  const at = (text?: string) => (text ? new Date(text) : null)
  const days = { first_at: at(moments[0]), last_at: at(moments.at(-1)) }
  const row = { id, staff_id: viewer.id, ...days, uploaded_at: now(), confirmed_at: null }
  const clean = lines.map((line) => ({
    ...line,
    remark: cleanText(line.remark),
    payer: cleanText(line.payer),
    reference: cleanText(line.reference),
  }))
  await db
    .insertInto('orders.statement')
    .values({ ...row, lines: JSON.stringify(clean) })
    .execute()
  return id
}

/** The latest statements, newest first. */
export async function listStatements(db: Db, viewer: Viewer) {
  requireAccountsDesk(viewer)
  return db
    .selectFrom('orders.statement as statement')
    .innerJoin(staffNames(db).as('staff'), 'staff.id', 'statement.staff_id')
    .select(['statement.id', 'uploaded_at', 'confirmed_at', 'staff.name as staffName'])
    .select((eb) => eb.fn<number>('jsonb_array_length', ['lines']).as('count'))
    .orderBy('statement.id', 'desc')
    .limit(20)
    .execute()
}

export type ListedStatement = Awaited<ReturnType<typeof listStatements>>[number]

/** Throws NOT_FOUND. */
export async function findStatement(db: Db, viewer: Viewer, id: string): Promise<Statement> {
  requireAccountsDesk(viewer)
  const found = isId(id)
    ? await db.selectFrom('orders.statement').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  return found ?? notFound()
}

/**
 * The match of a credit: an order and its exact price, another amount, an order with another payment method,
 * one that was placed on a later day, none, recorded before, or what is wrong with the credit itself.
 */
export const MATCHES = [
  'matched',
  'differs',
  'otherMethod',
  'early',
  'period',
  'currency',
  'none',
  'taken',
] as const
export type Match = (typeof MATCHES)[number]

export interface MatchedLine extends StatementLine {
  match: Match
  order?: Pick<Selectable<OrderTable>, 'id' | 'number' | 'total' | 'method' | 'created_at'>
}

/** Every credit with the order whose number is in its remark. Two queries. */
export async function matchLines(db: Db, lines: StatementLine[]): Promise<MatchedLine[]> {
  const taken = await recordedReferences(db, lines)
  const orders = await ordersNamed(db, lines)
  return lines.map((line) => {
    const order = numbersIn(line.remark)
      .map((number) => orders.get(number))
      .find(Boolean)
    if (taken.has(line.reference)) return { ...line, order, match: 'taken' }
    if (line.problem) return { ...line, order, match: line.problem }
    // Money for an order that is paid, closed or late is recorded too, for the desk to settle.
    if (!order) return { ...line, match: 'none' }
    if (order.method !== 'bank') return { ...line, order, match: 'otherMethod' }
    if (isBefore(line, order)) return { ...line, order, match: 'early' }
    return { ...line, order, match: BigInt(line.amount) === order.total ? 'matched' : 'differs' }
  })
}

/** Whether money came on a day before its order was placed, in Shanghai. */
const isBefore = ({ at }: StatementLine, { created_at }: { created_at: Date }) =>
  shanghaiDay(new Date(at)) < shanghaiDay(created_at)

/** Digits typed right after a number may look like a part of it. */
function numbersIn(remark: string): string[] {
  const plain = remark.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return [...plain.matchAll(/QO(\d{10,})/g)].flatMap(([, digits]) =>
    [12, 11, 10].filter((size) => size <= digits!.length).map((size) => `QO${digits!.slice(0, size)}`),
  )
}

async function recordedReferences(db: Db, lines: StatementLine[]): Promise<Set<string>> {
  const references = lines.map(({ reference }) => reference)
  const rows = await db
    .selectFrom('orders.payment')
    .select('reference')
    .where('method', '=', 'bank')
    .where('reversed_at', 'is', null)
    .where((eb) => eb('reference', '=', eb.fn.any(eb.val(references))))
    .execute()
  return new Set(rows.map(({ reference }) => reference))
}

async function ordersNamed(db: Db, lines: StatementLine[]) {
  const numbers = lines.flatMap(({ remark }) => numbersIn(remark))
  const rows = await db
    .selectFrom('orders.order')
    .select(['id', 'number', 'total', 'method', 'created_at'])
    .where((eb) => eb('number', '=', eb.fn.any(eb.val(numbers))))
    .execute()
  return new Map(rows.map((row) => [row.number, row]))
}

/**
 * Records every credit that names an order: a matching one pays it, others stay unsettled. A repetition
 * changes nothing. A credit that can no longer be recorded is left for the page to show.
 */
export async function confirmStatement(db: Db, viewer: Viewer, id: string) {
  const statement = await findStatement(db, viewer, id)
  for (const { match, order, amount, reference, at } of await matchLines(db, statement.lines))
    if (order && (match === 'matched' || match === 'differs'))
      try {
        const transfer = { amount: BigInt(amount), reference, at: new Date(at) }
        await confirmTransfer(db, viewer, order.id, transfer)
      } catch (error) {
        // Somebody else has recorded it in the meantime.
        if (!(error instanceof AppError)) throw error
      }
  await db
    .updateTable('orders.statement')
    .set({ confirmed_at: now() })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Years from the end of the fiscal year, as for vouchers (Measures for Accounting Archives, annex 1). */
const KEPT = 30

/** Nightly: deletes statements of fiscal years that ended so long ago. */
export const deleteOldStatements = job('old-statements', async (db) => {
  const year = Number(shanghaiDay().slice(0, 4)) - KEPT
  const before = new Date(`${year}-01-01T00:00:00+08:00`)
  await db.deleteFrom('orders.statement').where('uploaded_at', '<', before).execute()
})
