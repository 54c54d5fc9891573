import * as v from 'valibot'
import { shanghaiDay } from '#src/core/clock.ts'
import { dayAhead, isDay } from '#src/core/day.ts'
import { REQUEST_KINDS } from '../../schema.ts'

/** The maximum age of a letter that can be recorded, in days. */
const MAX_AGE_DAYS = 90

const text = v.pipe(v.optional(v.string(), ''), v.trim())
const isRecent = (day: string) => day <= shanghaiDay() && day >= dayAhead(-MAX_AGE_DAYS)

/** A request by letter, mail or telephone, from an account holder or a person without an account. */
export const RequestForm = v.pipe(
  v.object({
    kind: v.pipe(text, v.picklist(REQUEST_KINDS, 'common.problem.selected')),
    /** Username, email address or mobile number of an account. */
    account: v.pipe(text, v.maxLength(200, 'common.problem.tooLong')),
    /** Name and address of a person without an account. */
    sender: v.pipe(text, v.maxLength(300, 'common.problem.tooLong')),
    /** The day on which the request reached us, as yyyy-MM-dd in Shanghai. */
    day: v.pipe(
      text,
      v.check(isDay, 'common.problem.format'),
      v.check((day) => !isDay(day) || isRecent(day), 'desk.problem.requestDay'),
    ),
    words: v.pipe(text, v.nonEmpty('common.problem.required'), v.maxLength(2000, 'common.problem.tooLong')),
  }),
  v.forward(
    v.check(({ account, sender }) => Boolean(account || sender), 'desk.problem.requestPerson'),
    ['account'],
  ),
)

export type RequestEntry = v.InferOutput<typeof RequestForm>
