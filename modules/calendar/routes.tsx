import type * as v from 'valibot'
import { neededYear } from '#src/calendar/calendar.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { isDay } from '#src/core/day.ts'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { DayForm, isYear, linesOf, readYear, YearForm, yearOf } from './calendar-form.ts'
import { addDay, digestOf, listChanges, listYear, removeDay, setYear } from './entries.ts'
import { hoursRoutes } from './hours-routes.tsx'
import { CalendarPage } from './views/calendar-page.tsx'

export const calendarRoutes = routes()
calendarRoutes.route('/', hoursRoutes)

const HOME = '/desk/calendar'
const FRAME = { shell: 'mgmt', current: 'deskCalendar' } as const

const requestedYear = (c: Ctx) => {
  const year = Number(c.req.query('year'))
  return isYear(year) ? year : yearOf(shanghaiDay())
}

interface CalendarForms {
  year?: number
  /** The state of the form for one day, and of the form for a year. */
  day?: FormState
  wholeYear?: FormState
}

async function calendarPage(c: Ctx, { year = requestedYear(c), day, wholeYear }: CalendarForms = {}) {
  const entries = await listYear(c.var.db, year)
  const changes = await listChanges(c.var.db)
  const values = {
    year: String(year),
    holidays: linesOf(entries, 'holiday'),
    worked: linesOf(entries, 'worked'),
  }
  const content = (
    <CalendarPage
      year={year}
      neededYear={neededYear()}
      entries={entries}
      changes={changes}
      locale={c.var.locale}
      day={day ?? {}}
      wholeYear={wholeYear ?? { values }}
      known={digestOf(entries)}
      done={c.req.query('done')}
    />
  )
  const title = translate(c.var.locale)('calendar.title')
  return page(c, content, { title, ...FRAME, status: day || wholeYear ? 422 : 200 })
}

const goToYear = (c: Ctx, year: number, done: string) => goTo(c, `${HOME}?year=${year}&done=${done}`)

calendarRoutes.get(HOME, (c) => calendarPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const path of ['days', 'years', 'days/:id/removal'])
  calendarRoutes.get(`${HOME}/${path}`, (c) => goTo(c, HOME))

calendarRoutes.post(`${HOME}/days`, async (c) => {
  const form = await readForm(c, DayForm)
  const yearOfDay = isDay(form.values.day ?? '') ? yearOf(form.values.day!) : Number.NaN
  const year = isYear(yearOfDay) ? yearOfDay : undefined
  if (!form.ok) return calendarPage(c, { year, day: form })
  if (await addDay(c.var.db, viewerOf(c), form.output)) return goToYear(c, yearOf(form.output.day), 'added')
  const problems = { day: 'calendar.problem.exists' } as const
  return calendarPage(c, { year, day: { values: form.values, problems } })
})

calendarRoutes.post(`${HOME}/days/:id/removal`, async (c) => {
  await requireForm(c)
  const day = c.req.param('id')
  if (!isDay(day)) return notFound()
  await removeDay(c.var.db, viewerOf(c), day)
  return goToYear(c, yearOf(day), 'removed')
})

calendarRoutes.post(`${HOME}/years`, async (c) => {
  const form = await readForm<typeof YearForm>(c, YearForm)
  if (!form.ok) return calendarPage(c, { wholeYear: form })
  return saveYear(c, form.output, form.values)
})

async function saveYear(c: Ctx, output: v.InferOutput<typeof YearForm>, values: FormState['values']) {
  const yearEntries = readYear(output)
  const { year, known } = output
  if (!('entries' in yearEntries)) return calendarPage(c, { year, wholeYear: { ...yearEntries, values } })
  if (await setYear(c.var.db, viewerOf(c), { year, entries: yearEntries.entries, known }))
    return goToYear(c, year, 'saved')
  return calendarPage(c, { year, wholeYear: { values, problems: { form: 'calendar.problem.changed' } } })
}
