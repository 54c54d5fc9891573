import { requireAccountsDesk } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { COLUMNS, type StatementColumn } from '../desk-schema.ts'
import { readTable } from './read-statement.ts'
import type { StatementFault } from './reading/fault.ts'
import { type ColumnChoice, headingKey, layoutOf, suggestedChoice } from './reading/heading.ts'
import type { StatementTable } from './reading/read-rows.ts'
import { cleanLines, fileNameOf, type Statement, spanOf } from './statement.ts'

/** The maximum number of stored headings; older ones are deleted. */
const MAX_HEADINGS = 500

/** The columns that the desk has named, by heading. */
export async function savedChoices(db: Db, viewer: Viewer): Promise<Map<string, ColumnChoice>> {
  requireAccountsDesk(viewer)
  const rows = await db
    .selectFrom('orders.statement_heading')
    .select(['heading', 'columns'])
    .orderBy('saved_at', 'desc')
    .limit(MAX_HEADINGS)
    .execute()
  return new Map(rows.map(({ heading, columns }) => [headingKey(heading), columns]))
}

/** Stores a table whose columns are unknown until the desk names them; returns the id of its statement. */
export async function storeUnread(
  db: Db,
  viewer: Viewer,
  table: StatementTable,
  name: string,
): Promise<string> {
  requireAccountsDesk(viewer)
  const id = newId()
  const days = { first_at: null, last_at: null, uploaded_at: now(), confirmed_at: null }
  // Removes characters that PostgreSQL cannot store; they carry no information in a table.
  const tableJson = JSON.stringify(table).replaceAll('\\u0000', '')
  await db
    .insertInto('orders.statement')
    .values({ id, staff_id: viewer.id, file_name: fileNameOf(name), lines: '[]', unread: tableJson, ...days })
    .execute()
  return id
}

/** The name of a column's field in the form. */
export const fieldOf = (index: number) => `column${index}`

export const suggestedValues = ({ heading }: StatementTable): Record<string, string> =>
  Object.fromEntries(suggestedChoice(heading).map((column, index) => [fieldOf(index), column ?? '']))

/** The choice in a form, for this number of columns. */
export const choiceIn = (values: Record<string, string>, { heading }: StatementTable): ColumnChoice =>
  heading.map((_, index) => {
    const value = values[fieldOf(index)]
    return COLUMNS.find((column) => column === value) ?? null
  })

/** The problem of a choice as a whole; null if a statement can be read with it. */
export function problemOf(choice: ColumnChoice): MessageKey<'desk.statements.choice'> | null {
  const count = (column: StatementColumn) => choice.filter((one) => one === column).length
  if (count('date') !== 1) return 'date'
  if (count('credit') + count('amount') !== 1) return 'money'
  return COLUMNS.some((column) => column !== 'remark' && count(column) > 1) ? 'once' : null
}

/**
 * Reads a pending table with the columns that the desk named, and stores the names for later statements.
 * Returns the faults, if there are any, and then changes nothing.
 */
export async function nameColumns(
  db: Db,
  viewer: Viewer,
  statement: Statement,
  choice: ColumnChoice,
): Promise<StatementFault[]> {
  requireAccountsDesk(viewer)
  const table = statement.unread
  if (!table) return []
  const key = headingKey(table.heading)
  const { lines, faults } = readTable(table, layoutOf(table.heading, new Map([[key, choice]]))!)
  if (faults.length) return faults
  const columns = { columns: JSON.stringify(choice), staff_id: viewer.id, saved_at: now() }
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('orders.statement')
      .set({ lines: JSON.stringify(cleanLines(lines)), ...spanOf(lines), unread: null })
      .where('id', '=', statement.id)
      .where('unread', 'is not', null)
      .execute()
    await trx
      .insertInto('orders.statement_heading')
      .values({ id: hashOf(key), heading: JSON.stringify(table.heading), ...columns })
      .onConflict((oc) => oc.column('id').doUpdateSet(columns))
      .execute()
  })
  return []
}
