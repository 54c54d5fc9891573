import { readDecimal } from '#src/core/money.ts'
import { readRecords } from '#src/files/csv/read-csv.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { StatementLine } from '../desk-schema.ts'

export const LARGEST_STATEMENT = 2 * 1024 * 1024
export const MOST_LINES = 5000

export type StatementColumn = 'date' | 'credit' | 'amount' | 'direction' | 'remark' | 'payer' | 'reference'

/** A problem of a statement and its place; `line` as a text editor counts. */
export interface StatementFault {
  line: number
  column: StatementColumn | null
  problem: MessageKey
}

/** How banks name their columns, without spaces and text in brackets. */
const HEADS: Record<StatementColumn, RegExp> = {
  date: /^((交易|记账|入账|起息)?(日期|时间)|(transaction|booking|value|posting)?(date|time))$/,
  credit: /^(贷方(发生额|金额)?|收入(金额)?|存入金额|credit(amount)?|paidin|moneyin)$/,
  amount: /^((交易|发生)?(金额|额)|(transaction)?amount)$/,
  direction: /^(借贷(标志|方向|标识)?|收支(标志|类型)?|direction|dr\/cr|type)$/,
  remark: /^(交易)?(摘要|附言|备注|用途)$|^(remarks?|description|memo|details|narrative|purpose)$/,
  payer: /^(对方|付款人|对手)(户名|名称|账户名称|单位)?$|^(payer|counterparty|from)(name)?$/,
  reference:
    /^(交易|银行|核心)?流水号?$|^(交易)?(参考|凭证|流水)(号|编号)$|^(bank)?(reference|transactionid|transactionnumber|id)$/,
}

/** The most lines above the heading. */
const ABOVE = 20

/**
 * Reads the credits of a bank statement, with columns identified by Chinese or English headings. Stores
 * nothing.
 */
export function readStatement(bytes: Uint8Array): { lines: StatementLine[]; faults: StatementFault[] } {
  const wrong = (
    problem: MessageKey<'desk.statements.problem'>,
    line = 1,
    column: StatementColumn | null = null,
  ): { lines: StatementLine[]; faults: StatementFault[] } => ({
    lines: [],
    faults: [{ line, column, problem: `desk.statements.problem.${problem}` }],
  })
  const records = readRecords(bytes, ABOVE)
  if (typeof records === 'number') return wrong('broken', records)
  const at = records.slice(0, ABOVE).findIndex(({ record }) => isHead(record.map(columnNamed)))
  if (at < 0) return wrong('head')
  const rows = records.slice(at + 1)
  if (!rows.length) return wrong('empty', records[at]!.line)
  if (rows.length > MOST_LINES) return wrong('tooMany', rows[MOST_LINES]!.line)
  const columns = records[at]!.record.map(columnNamed)
  const read = rows.map(({ record, line }) => readLine(cellsOf(columns, record), line))
  const lines = read.flatMap((one) => (one && !('problem' in one) ? one : []))
  const faults = read.flatMap((one) => (one && 'problem' in one ? one : []))
  return { lines, faults: [...faults, ...doubles(lines)] }
}

function columnNamed(heading: string): StatementColumn | undefined {
  const plain = heading
    .normalize('NFKC')
    .replace(/\([^()]*\)|\[[^[\]]*\]|[\s:_]/g, '')
    .toLowerCase()
  const names = Object.keys(HEADS) as StatementColumn[]
  return names.find((name) => HEADS[name].test(plain))
}

const isHead = (columns: (StatementColumn | undefined)[]) =>
  columns.includes('date') &&
  columns.includes('reference') &&
  (columns.includes('credit') || columns.includes('amount'))

type Cells = Partial<Record<StatementColumn, string>>

/** Of several columns of a kind the first counts; remarks are joined. */
function cellsOf(columns: (StatementColumn | undefined)[], record: string[]): Cells {
  const cells: Cells = {}
  for (const [index, column] of columns.entries()) {
    const cell = (record[index] ?? '').replace(/^[\t'=]+/, '').replace(/^"|"$/g, '')
    if (!column || !cell) continue
    cells[column] = column === 'remark' && cells.remark ? `${cells.remark} ${cell}` : (cells[column] ?? cell)
  }
  return cells
}

/** Null for a line that is not a credit. */
function readLine(cells: Cells, line: number): StatementLine | StatementFault | null {
  const fault = (
    column: StatementColumn,
    problem: MessageKey<'desk.statements.problem'>,
  ): StatementFault => ({
    line,
    column,
    problem: `desk.statements.problem.${problem}`,
  })
  const column = cells.credit === undefined ? 'amount' : 'credit'
  const written = cells[column]
  if (!written || /^-+$/.test(written) || /^(借|支|d|out)/i.test(cells.direction ?? '')) return null
  const amount = readDecimal(written.replace(/^\+/, ''))
  if (amount !== null && amount <= 0n) return null
  const at = momentIn(cells.date ?? '')
  // A line with the total at the end.
  if (!at && !cells.reference) return null
  if (amount === null) return fault(column, 'amount')
  if (!at) return fault('date', 'date')
  if (!cells.reference) return fault('reference', 'reference')
  if (cells.reference.length > 100) return fault('reference', 'long')
  return {
    line,
    at: at.toISOString(),
    amount: String(amount),
    reference: cells.reference,
    remark: (cells.remark ?? '').slice(0, 300),
    payer: (cells.payer ?? '').slice(0, 200),
  }
}

/** 2026-11-22, 2026/11/2, 20261122, 2026年11月22日, with or without a time, in Shanghai's zone. */
function momentIn(text: string): Date | null {
  const found =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[\sT]*(\d{1,2}):?(\d\d)(?::?(\d\d))?(?:\.\d+)?)?$/.exec(
      text,
    )
  if (!found) return null
  const [, year, month, day, hour = '0', minute = '00', second = '00'] = found
  const two = (part: string) => part.padStart(2, '0')
  const date = `${year}-${two(month!)}-${two(day!)}`
  const at = new Date(`${date}T${two(hour)}:${minute}:${second}+08:00`)
  if (Number.isNaN(at.getTime())) return null
  const back = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  return back === date ? at : null
}

/** The bank numbers each credit once, so a repeated reference is a fault. */
function doubles(lines: StatementLine[]): StatementFault[] {
  const seen = new Set<string>()
  return lines.flatMap(({ line, reference }) => {
    if (!seen.has(reference)) {
      seen.add(reference)
      return []
    }
    return [{ line, column: 'reference' as const, problem: 'desk.statements.problem.twice' }]
  })
}
