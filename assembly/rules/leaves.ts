import type { NamesTest } from '../template/names-test.ts'
import type { Amount, Condition } from '../template/template.ts'

/** A single test within a condition. */
export type Leaf = Exclude<Condition, { all: Condition[] } | { any: Condition[] } | { not: Condition }>

/** A leaf and whether it holds with the current answers. */
export interface Reason {
  fact: Leaf
  holds: boolean
}

/** The leaves of a condition, and whether each is under a `not`. */
export function leavesOf(when: Condition | undefined, negated = false): { leaf: Leaf; negated: boolean }[] {
  if (!when) return []
  if ('not' in when) return leavesOf(when.not, !negated)
  if ('all' in when) return when.all.flatMap((one) => leavesOf(one, negated))
  if ('any' in when) return when.any.flatMap((one) => leavesOf(one, negated))
  return [{ leaf: when, negated }]
}

export const amountsOf = (leaf: Leaf): Amount[] =>
  'less' in leaf ? leaf.less : 'atMost' in leaf ? leaf.atMost : 'equal' in leaf ? leaf.equal : []

/** The fields and columns whose names a test compares, such as `directors.name`. */
export const placesOf = (test: NamesTest): string[] => ['every' in test ? test.every : test.some, test.in]

const tableOf = (place: string) => place.split('.')[0]!

/** The fields that a leaf reads. */
export function fieldsOf(leaf: Leaf): string[] {
  if ('field' in leaf) return [leaf.field]
  if ('currency' in leaf) return [leaf.currency]
  if ('sameCurrency' in leaf) return leaf.sameCurrency
  if ('named' in leaf) return [leaf.named]
  if ('in' in leaf) return placesOf(leaf).map(tableOf)
  if ('ascending' in leaf) return [tableOf(leaf.ascending)]
  return amountsOf(leaf).flatMap(fieldsOfAmount)
}

function fieldsOfAmount(amount: Amount): string[] {
  if (typeof amount === 'string') return [amount]
  if (typeof amount === 'number' || 'count' in amount || 'votes' in amount || 'voters' in amount) return []
  if ('age' in amount) return [amount.on]
  if ('total' in amount) return [tableOf(amount.total)]
  if ('earliest' in amount) return [tableOf(amount.earliest)]
  if ('latest' in amount) return [tableOf(amount.latest)]
  if ('rows' in amount) return [amount.rows]
  if ('sum' in amount) return amount.sum.flatMap(fieldsOfAmount)
  if ('times' in amount) return amount.times.flatMap(fieldsOfAmount)
  if ('least' in amount) return amount.least.flatMap(fieldsOfAmount)
  if ('severanceMonths' in amount) return amount.severanceMonths
  return typeof amount.by === 'string' ? [amount.after, amount.by] : [amount.after]
}

export type Age = Extract<Amount, { age: string }>

/** The ages that a leaf compares. */
export const agesOf = (leaf: Leaf): Age[] => amountsOf(leaf).flatMap(agesIn)

function agesIn(amount: Amount): Age[] {
  if (typeof amount !== 'object') return []
  if ('age' in amount) return [amount]
  return (
    'sum' in amount ? amount.sum : 'times' in amount ? amount.times : 'least' in amount ? amount.least : []
  ).flatMap(agesIn)
}
