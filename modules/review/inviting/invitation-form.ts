import * as v from 'valibot'
import { dayAhead, endOfDay, isDay } from '#src/core/day.ts'

/** The latest possible deadline, in days from now. */
const MAX_DAYS = 90

/** The deadline for reviewers, and the message to them. */
export const InvitationForm = v.object({
  due: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.check((day) => day === '' || isDay(day), 'common.problem.format'),
    v.check((day) => !isDay(day) || (day >= dayAhead(0) && day <= dayAhead(MAX_DAYS)), 'review.problem.due'),
    v.transform(endOfDay),
  ),
  note: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(2000, 'common.problem.tooLong')),
})
