import type { StatementColumn, StatementMethod } from '../../desk-schema.ts'
import { KNOWN_EXPORTS, type KnownColumn, type KnownExport } from './known-exports.ts'
import { PLAIN_AMOUNTS, USUAL_HEADINGS } from './usual-names.ts'

/** The index of each column in a record; remarks may have several. */
export interface Layout {
  method: StatementMethod
  at: Partial<Record<KnownColumn, number[]>>
  /** How the amounts in a single column distinguish credits from debits, if no other column does. */
  amounts: 'signed' | 'signs' | 'plain'
}

/** The desk's choice for each column of a heading, in order; null for an unused column. */
export type ColumnChoice = (StatementColumn | null)[]

const DIRECTION_MARKS = /[收支借贷存取付出入]/

/**
 * A heading without blanks, units, remarks in round brackets and English in square brackets; brackets that
 * distinguish credits from debits remain, as in 记账金额(收入).
 */
export function plainHeading(heading: string): string {
  const plainText = heading
    .normalize('NFKC')
    .replaceAll('−', '-')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/[\s:_*`'"\ufeff\u200b]/g, '')
    .replace(/[帐帳]/g, '账')
    .replace(/\([+-]?元\)|\/元|\((?:人民币|cny|rmb)(?:元)?\)/gi, '')
    .toLowerCase()
  return plainText.replace(/\(([^()]*)\)/g, (bracketed, bracketText: string) =>
    DIRECTION_MARKS.test(bracketText) ? bracketed : '',
  )
}

/** A key for a heading; the same for headings that differ only in decoration around the words. */
export const headingKey = (heading: string[]) => heading.map(plainHeading).join('|')

/** The layout of a heading; null for one that is unknown or ambiguous. */
export function layoutOf(heading: string[], savedColumns?: ReadonlyMap<string, ColumnChoice>): Layout | null {
  const choice = savedColumns?.get(headingKey(heading))
  if (choice) return chosenLayout(choice)
  const names = heading.map(plainHeading)
  const layouts = KNOWN_EXPORTS.flatMap((knownExport) => {
    const layout = knownLayout(knownExport, names)
    return layout ? [{ layout, size: Object.keys(layout.at).length }] : []
  })
  const [bestLayout] = layouts.toSorted((one, other) => other.size - one.size)
  return bestLayout?.layout ?? usualLayout(names)
}

function knownLayout({ marks, columns, method, hasSign }: KnownExport, names: string[]): Layout | null {
  if (!marks.every((mark) => names.includes(mark))) return null
  const indexes = placesOf(columns, names)
  if (!indexes?.date || !(indexes.credit || indexes.amount)) return null
  // If the column with the kind of an entry is missing, a refund of a bill would look like a payment.
  if (columns.entryKind && !indexes.entryKind) return null
  const hasOtherColumn = Boolean(indexes.direction || (indexes.payerAccount && indexes.payeeAccount))
  if (!indexes.credit && !hasSign && !hasOtherColumn && !columns.direction) return null
  return { method, at: indexes, amounts: hasSign ? 'signed' : 'signs' }
}

/** Headings of merchant bills, whose payments are never transfers to our bank. */
const BILL_HEADINGS = ['商户订单号', '微信订单号', '支付宝交易号']

function usualLayout(names: string[]): Layout | null {
  const indexes = placesOf(USUAL_HEADINGS, names)
  if (!indexes || BILL_HEADINGS.some((name) => names.includes(name))) return null
  // A time normally only completes a date. A column that has only a time must contain the date too, which
  // each value must show.
  if (!indexes.date && indexes.time) {
    indexes.date = indexes.time
    delete indexes.time
  }
  if (!indexes.date || !(indexes.credit || indexes.amount)) return null
  if (indexes.credit || indexes.direction) return { method: 'bank', at: indexes, amounts: 'signs' }
  const amount = names[indexes.amount![0]!]!
  const usedIndexes = Object.values(indexes).flat()
  const otherNames = names.filter((name, index) => name && !usedIndexes.includes(index))
  const isPlain =
    PLAIN_AMOUNTS.includes(amount) &&
    indexes.reference &&
    !indexes.balance &&
    !indexes.debit &&
    !otherNames.length
  return { method: 'bank', at: indexes, amounts: isPlain ? 'plain' : 'signs' }
}

/** The index of each column; null if a heading occurs twice and only one of the two can be right. */
function placesOf(columns: Partial<Record<KnownColumn, string[]>>, names: string[]): Layout['at'] | null {
  const indexes: Layout['at'] = {}
  for (const [column, columnNames] of Object.entries(columns) as [KnownColumn, string[]][]) {
    if (column === 'remark') {
      const places = columnNames.flatMap((name) => indexesOf(names, name))
      if (places.length) indexes.remark = places
      continue
    }
    const name = columnNames.find((one) => names.includes(one))
    if (!name) continue
    const places = indexesOf(names, name)
    if (places.length > 1) return null
    indexes[column] = places
  }
  return indexes
}

const indexesOf = (names: string[], name: string) =>
  names.flatMap((one, index) => (one === name ? [index] : []))

function chosenLayout(choice: ColumnChoice): Layout {
  const indexes: Layout['at'] = {}
  for (const [index, column] of choice.entries())
    if (column) indexes[column] = [...(indexes[column] ?? []), index]
  return { method: 'bank', at: indexes, amounts: 'signed' }
}

/** A first choice for each column, from usual names. */
export function suggestedChoice(heading: string[]): ColumnChoice {
  const usedColumns = new Set<StatementColumn>()
  return heading.map((cell) => {
    const name = plainHeading(cell)
    const column = (Object.keys(USUAL_HEADINGS) as StatementColumn[]).find((one) =>
      USUAL_HEADINGS[one].includes(name),
    )
    if (!column || (usedColumns.has(column) && column !== 'remark')) return null
    usedColumns.add(column)
    return column
  })
}
