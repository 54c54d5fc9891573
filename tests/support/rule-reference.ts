import type { Answers, Party } from '#assembly/answers.ts'
import type { Amount, Condition, Field, FieldValue } from '#assembly/template/template.ts'
import type { DocumentTree } from '#assembly/tree.ts'

/** What a rule reads from the answers and the assembled document. Implemented without the product's code. */
export interface Judged {
  answers: Answers
  /** Ids of the printed recitals, articles, clauses and items. */
  kept: Set<string>
  /** The chosen wording of each printed clause that has several. */
  wording: (clause: string) => string | undefined
  /** The party for which a rule is judged, if it is judged for each party. */
  it?: Party
  /** The fields of the template. */
  fields?: Field[]
}

export function printedIds({ recitals, articles }: DocumentTree): Set<string> {
  const clauses = [...recitals, ...articles.flatMap((one) => one.clauses)]
  const nodes = [...articles, ...clauses, ...clauses.flatMap(({ items }) => items)]
  return new Set(nodes.filter(({ kept }) => kept).map(({ id }) => id))
}

/** The fields in printed texts of either language. */
export function printedFields({ recitals, articles, sides }: DocumentTree, kept: Set<string>): Set<string> {
  const clauses = [...recitals, ...articles.flatMap((one) => (kept.has(one.id) ? one.clauses : []))]
  const nodes = clauses.flatMap((one) => (kept.has(one.id) ? [one, ...one.items] : []))
  const printedNodes = nodes.filter(({ id }) => kept.has(id))
  const runs = printedNodes.flatMap(({ text }) => sides.flatMap((side) => text[side]))
  const tables = printedNodes.flatMap(({ table }) => (table ? [table.field] : []))
  return new Set([
    ...tables,
    ...runs.flatMap(({ kind, target }) => (kind === 'field' && target ? [target] : [])),
  ])
}

/** Whether a condition holds; undefined if it compares a missing amount. */
export function judge(condition: Condition, judged: Judged): boolean | undefined {
  const { answers, kept, wording, it } = judged
  const value = (id: string): FieldValue | undefined => answers.fields[id]
  const compare = (pair: [Amount, Amount], fits: (difference: number) => boolean) => {
    const [one, other] = pair.map((amount) => evaluate(amount, judged))
    return one === undefined || other === undefined ? undefined : fits(one - other)
  }
  if ('all' in condition) {
    const results = condition.all.map((one) => judge(one, judged))
    return results.includes(undefined) ? undefined : results.every(Boolean)
  }
  if ('any' in condition) {
    const parts = condition.any.map((one) => judge(one, judged))
    return parts.includes(undefined) ? undefined : parts.some(Boolean)
  }
  if ('not' in condition) {
    const inner = judge(condition.not, judged)
    return inner === undefined ? undefined : !inner
  }
  if ('less' in condition) return compare(condition.less, (difference) => difference < -EPSILON)
  if ('atMost' in condition) return compare(condition.atMost, (difference) => difference < EPSILON)
  if ('equal' in condition) return compare(condition.equal, (difference) => Math.abs(difference) < EPSILON)
  if ('field' in condition) return (value(condition.field) ?? false) === condition.is
  if ('filled' in condition) return value(condition.filled) !== undefined
  if ('kept' in condition) return kept.has(condition.kept)
  if ('chosen' in condition) return wording(condition.chosen) === condition.alternative
  if ('parties' in condition) return answers.parties.length >= condition.parties.atLeast
  if ('currency' in condition) return currencyOf(value(condition.currency)) === condition.is
  if ('sameCurrency' in condition) {
    const [one, other] = condition.sameCurrency.map((id) => currencyOf(value(id)))
    return one !== undefined && one === other
  }
  if ('named' in condition) {
    const text = JSON.stringify(value(condition.named) ?? '').toLowerCase()
    const directors = answers.parties.filter(({ vote }) => vote && vote !== 'absent')
    return directors.some(({ name, nameEn }) =>
      [name, nameEn].some((one) => one && text.includes(one.toLowerCase())),
    )
  }
  if ('ascending' in condition) {
    const days = datesOf(condition.ascending, answers.fields)
    return days.every((day, index) => days.slice(0, index).every((before) => before < day))
  }
  if ('in' in condition) {
    const names = (place: string) => {
      const [id = '', column = ''] = place.split('.')
      const givenValue = value(id)
      const cells =
        typeof givenValue === 'object' && 'rows' in givenValue
          ? givenValue.rows.map((row) => row.cells[column])
          : [givenValue]
      return cells.map((cell) => (typeof cell === 'object' ? Object.values(cell) : [cell]).filter(Boolean))
    }
    const knownNames = names(condition.in).flat()
    const among = (name: unknown[]) => name.some((one) => knownNames.includes(one as string))
    return 'every' in condition ? names(condition.every).every(among) : names(condition.some).some(among)
  }
  const { party, is, from, has } = condition
  const fits = (one: Party) =>
    (is === undefined || one.identity === is) &&
    (from === undefined || (one.place ?? 'mainland') === from) &&
    (has === undefined ||
      has.some((name) => Object.entries(one).some(([key, text]) => key.replace(/En$/, '') === name && text)))
  const expected =
    party === 'it' ? [it!] : answers.parties.filter(({ key }) => party.length > 1 || key === party)
  return party === 'every' ? expected.every(fits) : expected.some(fits)
}

const EPSILON = 1e-6

const currencyOf = (value: FieldValue | undefined) =>
  typeof value === 'object' && 'currency' in value ? value.currency : undefined

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const daysOf = (date: Date) => date.getTime() / 86_400_000

/** Adds months. If the resulting month is too short for the day, the result is its last day. */
function addMonths(day: string, months: number): Date {
  const date = utc(day)
  const wantedDay = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const month = date.getUTCMonth()
  date.setUTCDate(wantedDay)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date
}

/** The sum of a column in major units; the calculation uses whole minor units. */
function totalOf(place: string, { answers, fields = [] }: Judged): number | undefined {
  const [id = '', name = ''] = place.split('.')
  const table = answers.fields[id]
  const columns = fields.find((one) => one.id === id)?.columns ?? []
  const column = columns.find((one) => one.id === name)
  if (!column || typeof table !== 'object' || !('rows' in table)) return undefined
  const figures = table.rows.flatMap(({ cells }) => {
    const factors = (column.times ?? [name]).map((one) => cells[one])
    const numbers = factors.filter((one) => typeof one === 'number')
    if (numbers.length < factors.length) return []
    const product = numbers.reduce((all, one) => all * one, 1)
    return [column.type === 'money' ? Math.round(Number(product.toPrecision(15))) : product]
  })
  const sum = figures.reduce((all, one) => all + one, 0)
  if (!figures.length) return undefined
  return column.type === 'money' && table.currency !== 'JPY' ? sum / 100 : sum
}

/** The dates in a column. */
function datesOf(place: string, fields: Answers['fields']): string[] {
  const [id = '', column = ''] = place.split('.')
  const table = fields[id]
  if (typeof table !== 'object' || !('rows' in table)) return []
  return table.rows.flatMap(({ cells }) => {
    const day = cells[column]
    return typeof day === 'string' && day ? [day] : []
  })
}

const MONTHS = { month: 1, year: 12 } as const
const DAYS = { day: 1, 'working-day': 1.4 } as const

const daysIn = ({ count, unit }: { count: number; unit: string }) =>
  unit in MONTHS ? (count * MONTHS[unit as 'month'] * 1461) / 48 : count * DAYS[unit as 'day']

function evaluate(amount: Amount, judged: Judged): number | undefined {
  const { fields, parties } = judged.answers
  if (typeof amount === 'number') return amount
  if (typeof amount === 'string') {
    const value = fields[amount]
    if (typeof value === 'number') return value
    if (typeof value === 'string') return daysOf(utc(value))
    if (typeof value !== 'object') return undefined
    if ('amount' in value) return value.currency === 'JPY' ? value.amount : value.amount / 100
    return 'unit' in value ? daysIn(value) : undefined
  }
  const all = (parts: Amount[]) => {
    const knownAmounts = parts.map((part) => evaluate(part, judged))
    return knownAmounts.includes(undefined) ? undefined : (knownAmounts as number[])
  }
  if ('count' in amount) return daysIn(amount)
  if ('sum' in amount) return all(amount.sum)?.reduce((sum, one) => sum + one, 0)
  if ('times' in amount) return all(amount.times)?.reduce((product, one) => product * one, 1)
  if ('least' in amount) return all(amount.least)?.toSorted((one, other) => one - other)[0]
  if ('severanceMonths' in amount) {
    const [from, to] = amount.severanceMonths.map((id) => fields[id])
    if (typeof from !== 'string' || typeof to !== 'string') return undefined
    const endDay = daysOf(utc(to)) + 1
    let months = 0
    while (daysOf(addMonths(from, months + 1)) <= endDay) months++
    const rest = months % 12
    const extraMonth = daysOf(addMonths(from, months)) < endDay || rest > 0
    return Math.floor(months / 12) + (rest >= 6 ? 1 : extraMonth ? 0.5 : 0)
  }
  if ('voters' in amount) {
    const voters = parties.filter(({ vote }) => vote)
    if (amount.voters === 'all') return voters.length
    if (amount.voters === 'present') return voters.filter(({ vote }) => vote !== 'absent').length
    return voters.filter(({ vote }) => vote === amount.voters).length
  }
  if ('votes' in amount) {
    const voters = parties.filter(({ vote }) => vote)
    if (!voters.length || parties.some(({ share, vote }) => share && !vote)) return undefined
    const countedVoters = voters.filter(({ vote }) =>
      amount.votes === 'present' ? vote !== 'absent' : vote === amount.votes,
    )
    const shares = countedVoters.map(({ share }) => Number.parseFloat(share ?? ''))
    return shares.some(Number.isNaN) ? undefined : shares.reduce((sum, one) => sum + one, 0)
  }
  if ('age' in amount) {
    const person = amount.age === 'it' ? judged.it : parties.find(({ key }) => key === amount.age)
    const dateField = fields[amount.on]
    const [, born] = /^\d{6}(\d{8})\d{3}[\dX]$/.exec(person?.idNumber ?? '') ?? []
    if (!born || person?.identity !== 'individual' || person.place === 'abroad') return undefined
    return typeof dateField === 'string'
      ? Math.floor((Number(dateField.replaceAll('-', '')) - Number(born)) / 10_000)
      : undefined
  }
  if ('total' in amount) return totalOf(amount.total, judged)
  if ('earliest' in amount || 'latest' in amount) {
    const days = datesOf('earliest' in amount ? amount.earliest : amount.latest, fields).sort()
    const day = 'earliest' in amount ? days[0] : days[days.length - 1]
    return day === undefined ? undefined : daysOf(utc(day))
  }
  if ('rows' in amount) {
    const table = fields[amount.rows]
    return typeof table === 'object' && 'rows' in table
      ? table.rows.filter(({ cells }) => Object.keys(cells).length).length
      : undefined
  }
  const from = fields[amount.after]
  const by = typeof amount.by === 'string' ? fields[amount.by] : amount.by
  if (typeof from !== 'string' || typeof by !== 'object' || !('unit' in by)) return undefined
  const { count, unit } = by
  if (unit in MONTHS) return daysOf(addMonths(from, count * MONTHS[unit as 'month']))
  return daysOf(utc(from)) + count * DAYS[unit as 'day']
}
