import * as v from 'valibot'
import { LOCALES } from '#src/core/i18n.ts'
import { AUDIENCES } from '#src/core/viewer.ts'
import type { FormResult, Problems, Values } from '#src/http/body.ts'
import { momentText } from '#views/values/moment.tsx'
import type { Announcement, AnnouncementFields } from './announcement.ts'
import { timeProblem } from './scheduling.ts'
import { type AnnouncementTexts, DESK_KINDS } from './schema.ts'

/** The maximum length of each text, in characters. */
export const MAX_LENGTHS = { title: 120, text: 4000 }

/** The maximum size of a form, in bytes: all its texts have their maximum length. */
export const MAX_BYTES = 256 * 1024

const requiredText = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

const inAllLanguages = <T>(name: string, value: T) =>
  Object.fromEntries(LOCALES.map((locale) => [`${name}_${locale}`, value])) as Record<string, T>

/** The format in which a field of type `datetime-local` sends a time, in Shanghai time. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

function momentAt(text: string): Date | null {
  if (!LOCAL_TIME.test(text)) return null
  const time = new Date(`${text}:00+08:00`)
  return Number.isNaN(time.getTime()) || localText(time) !== text ? null : time
}

const localText = (time: Date) => momentText(time).replace(' ', 'T')

/** A time, or null for an empty field. */
const Moment = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.check((text) => text === '' || momentAt(text) !== null, 'common.problem.format'),
  v.transform(momentAt),
)

const CheckboxField = v.pipe(
  v.optional(v.picklist(['', 'yes'], 'common.problem.selected'), ''),
  v.transform((one) => one === 'yes'),
)

const TextFields = v.object({
  ...inAllLanguages('title', requiredText(MAX_LENGTHS.title)),
  ...inAllLanguages('text', requiredText(MAX_LENGTHS.text)),
})

export const AnnouncementForm = v.object({
  kind: v.picklist(DESK_KINDS, 'common.problem.selected'),
  audience: v.picklist(AUDIENCES, 'common.problem.selected'),
  ...TextFields.entries,
  startsAt: Moment,
  endsAt: v.pipe(
    Moment,
    v.check((time) => time !== null, 'common.problem.required'),
  ),
  eventFrom: Moment,
  eventUntil: Moment,
  byMail: CheckboxField,
  byMessage: CheckboxField,
})

/** The content of a valid form, or the problems of fields that contradict each other. */
export function fieldsOf(
  form: FormResult<v.InferOutput<typeof AnnouncementForm>>,
): { ok: true; fields: AnnouncementFields } | { ok: false; problems: Problems } {
  const missingFields = missingTimes(form.values)
  if (!form.ok) return { ok: false, problems: { ...missingFields, ...form.problems } }
  const { kind, audience, startsAt, endsAt, byMail, byMessage } = form.output
  const hasEvent = kind !== 'feature'
  const times = {
    startsAt,
    endsAt: endsAt!,
    eventFrom: hasEvent ? form.output.eventFrom : null,
    eventUntil: kind === 'maintenance' ? form.output.eventUntil : null,
  }
  const problems: Problems = { ...missingFields }
  if (kind === 'end-of-service' && !byMail) problems.byMail = 'announcements.problem.mailRequired'
  const timeField = timeProblem({ kind, ...times })
  if (timeField) problems[timeField.field] ??= timeField.words
  if (Object.keys(problems).length) return { ok: false, problems }
  const texts = textsOf(form.values)
  return { ok: true, fields: { kind, audience, byMail, byMessage, texts, ...times } }
}

/** The fields with times that an announcement of this kind needs and the form leaves empty. */
function missingTimes({ kind, eventFrom, eventUntil }: Values): Problems {
  const problems: Problems = {}
  if (kind !== 'feature' && !eventFrom?.trim()) problems.eventFrom = 'common.problem.required'
  if (kind === 'maintenance' && !eventUntil?.trim()) problems.eventUntil = 'common.problem.required'
  return problems
}

const textsOf = (values: Values) =>
  Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      { title: values[`title_${locale}`]!.trim(), text: values[`text_${locale}`]!.trim() },
    ]),
  ) as AnnouncementTexts

const fieldText = (time: Date | null) => (time ? localText(time) : '')

/** The initial values of the form for a draft. */
export const valuesOf = (draft: Announcement): Values => ({
  kind: draft.kind,
  audience: draft.audience,
  ...Object.fromEntries(
    LOCALES.flatMap((locale) => [
      [`title_${locale}`, draft.texts[locale].title],
      [`text_${locale}`, draft.texts[locale].text],
    ]),
  ),
  startsAt: fieldText(draft.starts_at),
  endsAt: fieldText(draft.ends_at),
  eventFrom: fieldText(draft.event_from),
  eventUntil: fieldText(draft.event_until),
  byMail: draft.by_mail ? 'yes' : '',
  byMessage: draft.by_message ? 'yes' : '',
  version: String(draft.version),
})
