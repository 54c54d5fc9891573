import { idsIn, newPartId } from '../ids.ts'
import { isPlainObject, type PlainObject, setAt, setInline, textAt, valueAt } from '../source.ts'
import { readCondition, writeCondition } from './condition.ts'
import { numberOf, type PartForm, readWords, type Values, writeWords } from './values.ts'

/** How a key date is counted from a day; 'on' means the day itself. */
export const DAY_COUNTINGS = ['on', 'after', 'from', 'before'] as const

/** Number of days in the form; the first day whose date is known applies. */
const MAX_DAYS = 2

/** A date that matters after a document is signed. */
export const dateForm: PartForm = {
  read: (data, path) => ({
    ...readWords(data, [...path, 'label'], 'label'),
    ...readDay(valueAt(data, [...path, 'on'])),
    ...readCondition(valueAt(data, [...path, 'when'])),
    kind: textAt(data, [...path, 'kind']),
    remind: textAt(data, [...path, 'remind']),
  }),

  write(source, path, values) {
    const { data } = source
    if (!textAt(data, [...path, 'id']))
      setAt(source, [...path, 'id'], newPartId(values['label.en_US'] ?? '', idsIn(data), 'date'))
    writeWords(source, [...path, 'label'], values, 'label')
    setAt(source, [...path, 'kind'], values.kind)
    const day = dayOf(values)
    if (day) setInline(source, [...path, 'on'], day)
    writeCondition(source, path, values)
    setAt(source, [...path, 'remind'], numberOf(values.remind))
  },
}

function readDay(on: unknown): Values {
  if (on === undefined) return {}
  const unknownForm = { 'on.other': 'yes' }
  const dayValues = daysOf(on)
  if (dayValues) return { 'on.way': 'on', ...dayValues }
  const counting = DAY_COUNTINGS.find((one) => one !== 'on' && isPlainObject(on) && one in on)
  if (!counting || !isPlainObject(on)) return unknownForm
  const days = daysOf(on[counting])
  const distance = distanceOf(on.by)
  return days && distance ? { 'on.way': counting, ...days, ...distance } : unknownForm
}

function daysOf(days: unknown): Values | null {
  const list = [days].flat()
  if (list.length > MAX_DAYS || list.some((one) => typeof one !== 'string')) return null
  return Object.fromEntries(list.map((one, index) => [`on.${index}`, String(one)]))
}

function distanceOf(by: unknown): Values | null {
  if (typeof by === 'string') return { 'by.field': by }
  if (!isPlainObject(by) || typeof by.count !== 'number' || typeof by.unit !== 'string') return null
  return { 'by.number': String(by.count), 'by.unit': by.unit }
}

/** Null if no day is chosen; then the day in the source does not change. */
function dayOf(values: Values): string | string[] | PlainObject | null {
  const days = [values['on.0'] ?? '', values['on.1'] ?? ''].filter(Boolean)
  if (!days.length) return null
  const source = days.length > 1 ? days : days[0]!
  const counting = values['on.way']
  if (counting !== 'after' && counting !== 'from' && counting !== 'before') return source
  const count = numberOf(values['by.number']) ?? 0
  return { [counting]: source, by: values['by.field'] || { count, unit: values['by.unit'] || 'day' } }
}
