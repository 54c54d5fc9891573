import * as v from 'valibot'
import { DAY, now, shanghaiDay } from '#src/core/clock.ts'

/** The latest possible deadline, in days from now. */
const FURTHEST = 90

/** The date that many days ahead, as yyyy-MM-dd in Shanghai. */
export const dayAhead = (days: number) => shanghaiDay(new Date(now().getTime() + days * DAY))

/** The end of a day in Shanghai. */
const endOf = (day: string) => new Date(`${day}T23:59:59+08:00`)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(endOf(text).getTime()) && shanghaiDay(endOf(text)) === text

/** The deadline for reviewers, and the message to them. */
export const InvitationForm = v.object({
  due: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.check((day) => day === '' || isDay(day), 'common.problem.format'),
    v.check((day) => !isDay(day) || (day >= dayAhead(0) && day <= dayAhead(FURTHEST)), 'review.problem.due'),
    v.transform(endOf),
  ),
  note: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(2000, 'common.problem.tooLong')),
})
