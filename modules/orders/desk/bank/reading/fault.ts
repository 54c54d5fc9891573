import type { Money } from '#src/core/money.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { StatementColumn } from '../../desk-schema.ts'

/** A problem of a statement and its place; `line` is the number in a text editor or a spreadsheet. */
export interface StatementFault {
  line: number
  column: StatementColumn | null
  problem: MessageKey
}

export type StatementProblemKey = MessageKey<'desk.statements.problem'>

export const faultAt = (
  line: number,
  column: StatementColumn | null,
  problem: StatementProblemKey,
): StatementFault => ({ line, column, problem: `desk.statements.problem.${problem}` })

/** The amount of a row: positive for a credit, negative for a debit, null if undecidable. */
export interface Movement {
  line: number
  amount: Money | null
  balance: Money | null
}
