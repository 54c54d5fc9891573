import * as v from 'valibot'
import { shanghaiDay } from '#src/core/clock.ts'
import { isDay } from '#src/core/day.ts'
import { type Problems, readValues, type Values } from '#src/http/body.ts'
import type { ReviewFields } from './review.ts'
import type { Versions } from './schema.ts'

/** The maximum length of each text, in characters. */
export const MAX_LENGTHS = { name: 100, what: 400, note: 400 }

const optionalText = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))
const requiredText = (max: number) => v.pipe(optionalText(max), v.nonEmpty('common.problem.required'))

/** Whether a day is between the founding of the People's Republic and the end of this century. */
const isPossible = (day: string) => isDay(day) && day >= '1949-10-01' && day <= '2099-12-31'

const Day = v.pipe(requiredText(10), v.check(isPossible, 'laws.problem.day'))

export const ChangeForm = v.object({
  versionName: requiredText(MAX_LENGTHS.name),
  inForceFrom: Day,
  what: requiredText(MAX_LENGTHS.what),
})

export const OwnerForm = v.object({ owner: v.optional(v.string(), '') })

export const TaskForm = v.object({
  outcome: v.picklist(['unchanged', 'published'], 'common.problem.selected'),
  note: requiredText(MAX_LENGTHS.note),
})

export const ReviewForm = v.object({
  reviewer: requiredText(MAX_LENGTHS.name),
  firm: optionalText(MAX_LENGTHS.name),
  reviewedOn: v.pipe(
    Day,
    v.check((day) => day <= shanghaiDay(), 'laws.problem.future'),
  ),
  until: v.pipe(
    Day,
    v.check((day) => day > shanghaiDay(), 'laws.problem.past'),
  ),
  note: optionalText(MAX_LENGTHS.note),
})

/** The name of a template's checkbox: reviewers seldom see all templates. */
export const coversName = (code: string) => `covers-${code}`

/**
 * The fields of a valid form, or the problems of fields that contradict each other. `versionsInForce`:
 * the versions in force.
 */
export function readReview(
  values: Values,
  versionsInForce: Versions,
): { fields: ReviewFields } | { problems: Problems } {
  const result = readValues(ReviewForm, Object.entries(values))
  const covers = Object.fromEntries(
    Object.entries(versionsInForce).filter(([code]) => values[coversName(code)] === 'yes'),
  )
  const isMissing = Object.keys(versionsInForce).length > 0 && Object.keys(covers).length === 0
  if (result.ok && !isMissing) return { fields: { ...result.output, covers } }
  const problems: Problems = result.ok ? {} : result.problems
  return { problems: { ...problems, ...(isMissing && { covers: 'laws.problem.covers' }) } }
}
