import * as v from 'valibot'
import { shanghaiDay } from '#src/core/clock.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { CONSULTATION_KINDS, CONSULTATION_LANGUAGES, PARTY_PLACES } from './schema.ts'

export const trimmedText = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))
export const requiredText = (max: number) => v.pipe(trimmedText(max), v.nonEmpty('common.problem.required'))

const oneOf = <const T extends readonly string[]>(options: T) =>
  v.pipe(v.optional(v.string(), ''), v.picklist(options, 'common.problem.selected'))

/** A date, in the format of a browser's date field or as a person types it. */
const Day = v.pipe(
  trimmedText(10),
  v.check((day) => !day || isDay(day), 'consultation.problem.day'),
  v.check((day) => !day || day >= shanghaiDay(), 'consultation.problem.dayPast'),
  v.transform((day) => day || null),
)

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text

/** The form to request a tailor-made document. */
export const RequestForm = v.object({
  kind: oneOf(CONSULTATION_KINDS),
  subject: requiredText(100),
  situation: requiredText(4000),
  ownPlace: oneOf(PARTY_PLACES),
  otherPlace: oneOf(PARTY_PLACES),
  language: oneOf(CONSULTATION_LANGUAGES),
  bilingual: v.pipe(
    oneOf(['yes', 'no']),
    v.transform((answer) => answer === 'yes'),
  ),
  wantedBy: Day,
  name: requiredText(50),
  email: v.pipe(requiredText(254), v.transform(foldAddress), v.check(isAddress, 'common.problem.format')),
  phone: v.pipe(trimmedText(30), v.regex(/^[\d+() -]*$/, 'common.problem.format')),
})

export type ConsultationRequest = v.InferOutput<typeof RequestForm>
