import * as v from 'valibot'
import { DATE_KINDS } from '#assembly/dates/key-date.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { isDay } from '#src/core/day.ts'

const Day = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.check(isDay, 'common.problem.format'),
  // Refuses a year typed with two digits, or with five.
  v.check((day) => day >= '1990-01-01' && day <= '2199-12-31', 'keyDates.problem.year'),
)

export const KeyDateForm = v.object({
  label: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(120, 'common.problem.tooLong'),
  ),
  day: Day,
  kind: v.optional(v.picklist(DATE_KINDS, 'common.problem.selected'), 'other'),
  remind: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,3}$/, 'keyDates.problem.remind'),
    v.transform((text) => (text === '' ? undefined : Number(text))),
    v.check((days) => days === undefined || days <= 365, 'keyDates.problem.remind'),
  ),
})
export type KeyDateFields = v.InferOutput<typeof KeyDateForm>

/** The day on which a document was signed on paper, not in the future. */
export const PaperForm = v.object({
  signed: v.pipe(
    Day,
    v.check((day) => day <= shanghaiDay(), 'keyDates.problem.future'),
  ),
})
