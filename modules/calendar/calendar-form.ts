import * as v from 'valibot'
import { DAY_KINDS, type DayKind, dayAfter } from '#src/calendar/working-days.ts'
import { isDay } from '#src/core/day.ts'
import type { FormState, Problems } from '#src/http/body.ts'
import { type CalendarEntry, isPossible } from './entries.ts'

/** The years that staff can enter. */
const FIRST_YEAR = 2020
const LAST_YEAR = 2099

export const isYear = (year: number) => Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR

const isOfCalendar = (day: string) => isDay(day) && isYear(yearOf(day))

export const yearOf = (day: string) => Number(day.slice(0, 4))

const MAX_NAME_LENGTH = 50
const text = v.pipe(v.optional(v.string(), ''), v.trim())
const lines = v.pipe(text, v.maxLength(5000, 'common.problem.tooLong'))

export const DayForm = v.pipe(
  v.object({
    day: v.pipe(text, v.check(isOfCalendar, 'calendar.problem.day')),
    kind: v.picklist(DAY_KINDS, 'common.problem.selected'),
    name: v.pipe(
      text,
      v.nonEmpty('common.problem.required'),
      v.maxLength(MAX_NAME_LENGTH, 'common.problem.tooLong'),
    ),
  }),
  v.forward(
    v.check((entry) => isPossible(entry), 'calendar.problem.weekend'),
    ['day'],
  ),
)

export const YearForm = v.object({
  year: v.pipe(text, v.transform(Number), v.check(isYear, 'calendar.problem.year')),
  holidays: v.pipe(lines, v.nonEmpty('common.problem.required')),
  worked: lines,
  known: v.optional(v.string()),
})

/** `2027-02-05 – 2027-02-11 春节`, or one day with its name. */
const LINE_PATTERN = /^(\d{4}-\d\d-\d\d)(?: ?(?:-|–|—|~|～|至|到|to) ?(\d{4}-\d\d-\d\d))?[ \t\u3000]+(\S.*)$/

/** The maximum number of days of one holiday in a line. */
const MAX_DAYS = 31

type LineProblem = 'line' | 'otherYear' | 'weekend' | 'twice'

/** The days of one line, or its problem. */
function readLine(line: string, kind: DayKind, year: number): CalendarEntry[] | LineProblem {
  const [, firstDay, lastDay = firstDay, name] = LINE_PATTERN.exec(line) ?? []
  if (!firstDay || !lastDay || !name || name.length > MAX_NAME_LENGTH) return 'line'
  if (!isDay(firstDay) || !isDay(lastDay) || lastDay < firstDay || lastDay > dayAfter(firstDay, MAX_DAYS))
    return 'line'
  if (yearOf(firstDay) !== year || yearOf(lastDay) !== year) return 'otherYear'
  const entries: CalendarEntry[] = []
  for (let day = firstDay; day <= lastDay; day = dayAfter(day)) entries.push({ day, kind, name })
  return entries.every(isPossible) ? entries : 'weekend'
}

type YearInput = v.InferOutput<typeof YearForm>

/** The entries of a year from its lines, or the first problem of each field with the number of its line. */
export function readYear({ year, holidays, worked }: YearInput): { entries: CalendarEntry[] } | FormState {
  const entries = new Map<string, CalendarEntry>()
  const problems: Problems = {}
  const details: Record<string, number> = {}
  const fields = { holidays: ['holiday', holidays], worked: ['worked', worked] } as const
  for (const field of ['holidays', 'worked'] as const) {
    const [kind, words] = fields[field]
    for (const [index, line] of words.split('\n').entries()) {
      if (!line.trim() || problems[field]) continue
      const days = readLine(line.trim(), kind, year)
      const problem = typeof days === 'string' ? days : days.some(({ day }) => entries.has(day)) && 'twice'
      if (problem) {
        problems[field] = `calendar.problem.${field}.${problem}` as const
        details[`${field}Line`] = index + 1
      } else for (const entry of days as CalendarEntry[]) entries.set(entry.day, entry)
    }
  }
  return Object.keys(problems).length ? { problems, details } : { entries: [...entries.values()] }
}

/** The lines of the form for the entries of a year: neighbouring days of one holiday share a line. */
export function linesOf(entries: CalendarEntry[], kind: DayKind): string {
  const runs: { from: string; until: string; name: string }[] = []
  for (const { day, name } of entries.filter((entry) => entry.kind === kind)) {
    const lastRun = runs.at(-1)
    if (lastRun && lastRun.name === name && dayAfter(lastRun.until) === day) lastRun.until = day
    else runs.push({ from: day, until: day, name })
  }
  return runs
    .map(({ from, until, name }) => `${from === until ? from : `${from} – ${until}`} ${name}`)
    .join('\n')
}
