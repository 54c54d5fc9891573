import type { Money } from '#src/core/money.ts'
import type { SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import type { BillRefund, StatementLine } from '../../desk-schema.ts'
import { cellText, isYuan, payerName, readAmount, readDirection, referenceText } from './cells.ts'
import { faultAt, type Movement, type StatementFault } from './fault.ts'
import type { Layout } from './heading.ts'
import type { KnownColumn } from './known-exports.ts'
import { referenceMaker } from './made-reference.ts'
import { isPlausible, isWithin, momentOf, periodIn, readDate } from './moment.ts'
import { balanceFault } from './running-balance.ts'

/** A table of a file: its heading, the lines above it, and the rows below. */
export interface StatementTable {
  above: string[][]
  heading: string[]
  rows: SheetRow[]
}

type Cells = Partial<Record<KnownColumn, string>>

/**
 * The credits of a table whose columns are known, or its faults; null if it does not distinguish credits
 * from debits.
 */
export function readRows(
  { above, heading, rows }: StatementTable,
  layout: Layout,
): { lines: StatementLine[]; refunds: BillRefund[]; faults: StatementFault[] } | null {
  const period = periodIn(above)
  const ownAccountNumber = ownAccount(above)
  const results: (StatementLine | StatementFault)[] = []
  const movements: Movement[] = []
  const references = referenceMaker()
  const entries = entriesIn(rows, heading, layout)
  const hasSigns = entries.some(({ cells }) => readAmount(cells.amount ?? '')?.sign)
  const hasAccounts = layout.at.payerAccount && layout.at.payeeAccount && ownAccountNumber
  if (layout.amounts === 'signs' && !hasSigns && !hasAccounts && !layout.at.direction && !layout.at.credit)
    return null
  for (const { cells, line } of entries) {
    const movement = movementOf(cells, line, { layout, own: ownAccountNumber, hasSigns })
    if (movement && typeof movement === 'object') {
      results.push(movement)
      continue
    }
    movements.push({ line, amount: movement, balance: readAmount(cells.balance ?? '')?.amount ?? null })
    if (!movement || movement <= 0n) continue
    const credit = creditOf(cells, line, movement)
    if (!credit) continue
    if ('at' in credit && !credit.reference) {
      const { at, amount, payer, remark } = credit
      const balance = readAmount(cells.balance ?? '')?.amount
      credit.reference = references({ at, amount, payer, remark, balance: balance?.toString() ?? '' })
    }
    if ('at' in credit && period && !isWithin(new Date(credit.at), period)) credit.problem = 'period'
    results.push(credit)
  }
  const lines = results.flatMap((one) => ('at' in one ? one : []))
  const faults = results.flatMap((one) => ('at' in one ? [] : one))
  const refunds = entries.flatMap(({ cells }) => refundOf(cells) ?? [])
  return { lines, refunds, faults: [...faults, ...duplicateFaults(lines), ...balanceFault(movements)] }
}

/** The rows of the table as cells, up to a second heading, for example of totals at the end. */
function entriesIn(rows: SheetRow[], heading: string[], layout: Layout) {
  const entries: { cells: Cells; line: number }[] = []
  for (const { record, line } of rows) {
    const cells = cellsOf(record, layout)
    if (cellText(record[0]).startsWith('#') || record.join() === heading.join()) continue
    if (isHeading(record, cells)) {
      const laterRows = rows.filter((row) => row.line > line).map((row) => cellsOf(row.record, layout))
      if (!laterRows.some((one) => readDate(one.date ?? ''))) break
    }
    entries.push({ cells, line })
  }
  return entries
}

/** Whether a record looks like a heading: several words, without a date or an amount in their columns. */
function isHeading(record: string[], { date = '', credit = '', debit = '', amount = '' }: Cells): boolean {
  const words = record.map(cellText).filter(Boolean)
  const money = credit + debit + amount
  return words.length > 2 && date !== '' && money !== '' && ![date, money].some((text) => /\d/.test(text))
}

function cellsOf(record: string[], { at }: Layout): Cells {
  const cells: Cells = {}
  for (const [column, places] of Object.entries(at) as [KnownColumn, number[]][]) {
    const words = places.map((index) => cellText(record[index])).filter(Boolean)
    if (words.length) cells[column] = words.join(' ')
  }
  return cells
}

interface RowReading {
  layout: Layout
  own: string | null
  hasSigns: boolean
}

/** The amount of a row; null for a row without one, such as a total. */
function movementOf(
  cells: Cells,
  line: number,
  { layout, own, hasSigns }: RowReading,
): Money | null | StatementFault {
  const { credit, debit, amount, direction, entryKind } = cells
  if (isTotal(cells)) return null
  if (layout.at.entryKind && entryKind === undefined)
    return readDate(cells.date ?? '') === null ? null : faultAt(line, null, 'kind')
  if (entryKind !== undefined && !isPayment(entryKind)) return null
  if (layout.at.credit) {
    const creditAmount = credit === undefined ? undefined : readAmount(credit)
    const debitAmount = debit === undefined ? undefined : readAmount(debit)
    if (creditAmount === null) return isEntry(cells) ? faultAt(line, 'credit', 'amount') : null
    // Alipay writes debits with a minus, banks without.
    if (!creditAmount?.amount) return debitAmount ? -sizeOf(debitAmount.amount) : null
    const markedDirection = direction === undefined ? null : readDirection(direction)
    if (debitAmount?.amount || markedDirection === 'out') return faultAt(line, 'direction', 'sides')
    return creditAmount.amount
  }
  if (amount === undefined) return null
  const readValue = readAmount(amount)
  if (readValue === null) return isEntry(cells) ? faultAt(line, 'amount', 'amount') : null
  const size = sizeOf(readValue.amount)
  const isMarked = layout.at.direction || (layout.amounts === 'signs' && layout.at.payeeAccount)
  if (!isMarked) return readValue.amount
  const directionByAccount = byAccount(cells, own)
  const directionBySign = layout.at.direction || !hasSigns ? null : readValue.sign === '-' ? 'out' : 'in'
  const statedDirection =
    direction === undefined ? (directionByAccount ?? directionBySign) : readDirection(direction)
  if (!statedDirection && readValue.sign === '-') return -size
  if (!statedDirection) return isEntry(cells) ? faultAt(line, 'direction', 'direction') : null
  if (directionByAccount && directionByAccount !== statedDirection) return faultAt(line, 'direction', 'sides')
  // A negative credit is a reversal.
  return statedDirection === 'in' && readValue.sign !== '-' ? size : -size
}

const sizeOf = (amount: Money): Money => (amount < 0n ? -amount : amount)

const byAccount = ({ payerAccount, payeeAccount }: Cells, own: string | null) => {
  if (!own || payerAccount === payeeAccount) return null
  if (payeeAccount === own) return 'in'
  return payerAccount === own ? 'out' : null
}

/** The account that lines above the heading name as 查询账号, 账号：… or 本方账号. */
function ownAccount(above: string[][]): string | null {
  for (const record of above) {
    const text = record.map(cellText).join(' ').normalize('NFKC')
    const match = /账号[^\d]{0,60}(\d[\d -]{6,40}\d)/.exec(text.replace(/帐/g, '账'))
    if (match) return match[1]!.replace(/[ -]/g, '')
  }
  return null
}

const isPayment = (kind: string) => /^(success|交易|交易付款|在线支付|收款|转账收款)$/i.test(kind)

const isRefund = (kind: string) => /^(refund|退款|交易退款)$/i.test(kind)

/** The refund that a row of a merchant bill reports. */
function refundOf({
  entryKind = '',
  refundKey = '',
  refundAmount = '',
  date = '',
  time = '',
  remark = '',
}: Cells): BillRefund | null {
  const readValue = readAmount(refundAmount)
  const at = momentOf(date, time)
  if (!isRefund(entryKind) || !refundKey || !readValue || !at) return null
  const amount = sizeOf(readValue.amount)
  const key = referenceText(refundKey).slice(0, 100)
  return { at: at.toISOString(), amount: String(amount), key, number: remark.slice(0, 300) }
}

const TOTAL_WORDS =
  /^(合计|总计|小计|共计|总笔数|总金额|总额|累计|本页|承前|期初|期末|上期|以上|total|sum\b)/i

const isTotal = (cells: Cells) =>
  readDate(cells.date ?? '') === null && Object.values(cells).some((cell) => TOTAL_WORDS.test(cell))

/** Whether a row is a transfer, not a remark below the table. */
const isEntry = ({ date, reference, payer, remark }: Cells) =>
  readDate(date ?? '') !== null || Boolean(reference || (payer && remark))

function creditOf(cells: Cells, line: number, amount: Money): StatementLine | StatementFault | null {
  const { date = '', time = '', payer = '', remark = '', currency = '' } = cells
  const reference = referenceText(cells.reference ?? '')
  const at = momentOf(date, time)
  // A line with the total at the end.
  if (!at && !date && !reference && !payer && !remark) return null
  if (!at) return faultAt(line, 'date', 'date')
  if (!isPlausible(at)) return faultAt(line, 'date', 'range')
  if (reference.length > 100) return faultAt(line, 'reference', 'long')
  return {
    line,
    at: at.toISOString(),
    amount: String(amount),
    reference,
    remark: remark.slice(0, 300),
    payer: payerName(payer).slice(0, 200),
    ...(!isYuan(currency) && { problem: 'currency' as const }),
  }
}

/** The bank numbers each credit once, so a repeated reference is a fault. */
function duplicateFaults(lines: StatementLine[]): StatementFault[] {
  const references = new Set<string>()
  return lines.flatMap(({ line, reference }) => {
    if (!references.has(reference)) {
      references.add(reference)
      return []
    }
    return [faultAt(line, 'reference', 'twice')]
  })
}
