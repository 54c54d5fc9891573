import { idsIn, newPartId } from '../ids.ts'
import { isPlainObject, type PlainObject, setAt, setInline, textAt, valueAt } from '../source.ts'
import { readCondition, writeCondition } from './condition.ts'
import { numberOf, type PartForm, readWords, type Values, writeWords } from './values.ts'

/** The comparisons between two values that the form offers. */
export const COMPARISONS = ['atMost', 'atLeast', 'less', 'more', 'equal'] as const

/** A rule or a piece of advice that compares a field with a number, a period or another field. */
export const ruleForm: PartForm = {
  read: (data, path) => ({
    ...readWords(data, [...path, 'message'], 'message'),
    ...readCondition(valueAt(data, [...path, 'when'])),
    ...readComparison(valueAt(data, [...path, 'must'])),
    at: textAt(data, [...path, 'at']),
  }),

  write(source, path, values) {
    const { data } = source
    if (!textAt(data, [...path, 'id']))
      setAt(source, [...path, 'id'], newPartId(values['message.en_US'] ?? '', idsIn(data), 'rule'))
    writeCondition(source, path, values)
    const must = comparisonOf(values)
    if (must) {
      setInline(source, [...path, 'must'], must)
      setAt(source, [...path, 'at'], values['must.left'])
    }
    writeWords(source, [...path, 'message'], values, 'message')
  },
}

function readComparison(must: unknown): Values {
  if (must === undefined) return {}
  const unknownForm = { 'must.other': 'yes' }
  if (!isPlainObject(must)) return unknownForm
  const [[name, pair] = []] = Object.entries(must)
  if (!Array.isArray(pair) || !['less', 'atMost', 'equal'].includes(String(name))) return unknownForm
  const [left, right] = pair as [unknown, unknown]
  if (typeof left === 'string') {
    const amount = readAmount(right)
    return amount ? { 'must.left': left, 'must.way': String(name), ...amount } : unknownForm
  }
  // In 5 <= field the number comes first.
  const bound = readAmount(left)
  if (typeof right !== 'string' || !bound || name === 'equal') return unknownForm
  return { 'must.left': right, 'must.way': name === 'less' ? 'more' : 'atLeast', ...bound }
}

function readAmount(amount: unknown): Values | null {
  if (typeof amount === 'string') return { 'must.field': amount }
  if (typeof amount === 'number') return { 'must.number': String(amount) }
  if (!isPlainObject(amount) || typeof amount.count !== 'number' || typeof amount.unit !== 'string')
    return null
  return { 'must.number': String(amount.count), 'must.unit': amount.unit }
}

/** Null if the form shows no comparison; then the comparison in the source does not change. */
function comparisonOf(values: Values): PlainObject | null {
  const left = values['must.left']
  const number = numberOf(values['must.number'])
  if (!left) return null
  const unit = values['must.unit']
  const right = values['must.field'] || (unit ? { count: number ?? 0, unit } : (number ?? 0))
  const comparison = values['must.way'] ?? 'atMost'
  if (comparison === 'atLeast') return { atMost: [right, left] }
  if (comparison === 'more') return { less: [right, left] }
  return { [comparison]: [left, right] }
}
