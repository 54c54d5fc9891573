import { decimal } from '#src/core/money.ts'
import type { PackageDifference, PackageName, PriceTable } from '../../schema.ts'

export interface PackageFact {
  what: 'package' | 'price' | 'paidBy' | 'priceFrom' | 'contents'
  before: string
  after: string
}

/** A time in Shanghai as 2026-12-01 08:00. */
const minuteOf = (time: Date) =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

interface PriceChange {
  period: PriceTable['period']
  currency: string
  /** The earlier price in minor units; undefined if the package had no price. */
  before: bigint | undefined
  after: bigint
  /** The beginning; null for now. */
  from: Date | null
}

/** A new price in the form of the staff log and the approval. */
export function priceFacts(code: PackageName, change: PriceChange): PackageFact[] {
  const { period, currency, before, after, from } = change
  const text = (amount: bigint) => `${currency} ${decimal(amount)}`
  const facts: PackageFact[] = [
    { what: 'package', before: code, after: code },
    { what: 'price', before: before === undefined ? '' : text(before), after: text(after) },
  ]
  if (period !== 'once') facts.push({ what: 'paidBy', before: period, after: period })
  if (from) facts.push({ what: 'priceFrom', before: '', after: minuteOf(from) })
  return facts
}

/** Changed contents of a package in the form of the staff log and the approval. */
export function contentFacts(code: PackageName, changes: PackageDifference[]): PackageFact[] {
  const list = (side: 'before' | 'after') =>
    changes.map((change) => `${change.what} ${change[side]}`).join(', ')
  return [
    { what: 'package', before: code, after: code },
    { what: 'contents', before: list('before'), after: list('after') },
  ]
}
