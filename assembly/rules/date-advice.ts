import { hash } from '../confirmation/hash.ts'
import { readDay } from '../numbers/dates.ts'
import type { Scene } from '../scene.ts'
import type { OpenPoint } from '../tree.ts'
import { dayAfter, dayNumber } from './days.ts'
import type { LiveFields } from './rules.ts'

/** How many years in the past and in the future a date may lie before it is reported. */
const UNUSUAL_AFTER_YEARS = { back: 1, ahead: 30 }

/**
 * Open points for printed dates that are probably mistyped: more than a year in the past, or more than
 * thirty years in the future.
 */
export function datePoints({ fields, today }: Scene, liveFields: LiveFields): OpenPoint[] {
  if (!today) return []
  const earliest = dayAfter(today, { count: -UNUSUAL_AFTER_YEARS.back, unit: 'year' })
  const latest = dayAfter(today, { count: UNUSUAL_AFTER_YEARS.ahead, unit: 'year' })
  return [...liveFields].flatMap(([id, clause]): OpenPoint[] => {
    const { field, value } = fields.get(id) ?? {}
    if (field?.type !== 'date' || typeof value !== 'string' || !readDay(value)) return []
    const day = dayNumber(value)!
    const problem = day > latest! ? 'farAhead' : day < earliest! && !field.past ? 'longPast' : null
    if (!problem) return []
    return [
      { kind: 'advice', at: id, field: id, problem, contentHash: hash(value), ...(clause && { clause }) },
    ]
  })
}
