import { configuredHours, type ServiceHours } from '#src/calendar/service-hours.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { HoursForm, listHoursChanges, setHours } from './hours.ts'
import { HoursPage } from './views/hours-page.tsx'

export const hoursRoutes = routes()

const HOME = '/desk/hours'

/** The time in the format of a field of type `time`. */
const timeFieldValue = (time: string) => time.padStart(5, '0')

async function hoursPage(c: Ctx, formState?: FormState) {
  const changes = await listHoursChanges(c.var.db)
  const hours: ServiceHours = changes[0] ?? configuredHours()
  const { opens, closes, days } = hours
  const currentChangeId = changes[0]?.id ?? ''
  const fieldValues = { opens: timeFieldValue(opens), closes: timeFieldValue(closes), days }
  const content = (
    <HoursPage
      hours={{ opens, closes, days }}
      changes={changes}
      formState={{ ...formState, values: { ...(formState?.values ?? fieldValues), known: currentChangeId } }}
      isSaved={c.req.query('done') === 'saved'}
    />
  )
  const title = translate(c.var.locale)('calendar.hours.title')
  const status = !formState ? 200 : formState.problems?.form ? 409 : 422
  return page(c, content, { title, shell: 'mgmt', current: 'deskCalendar', status })
}

hoursRoutes.get(HOME, (c) => hoursPage(c))

hoursRoutes.post(HOME, async (c) => {
  const form = await readForm(c, HoursForm)
  if (!form.ok) return hoursPage(c, form)
  if (await setHours(c.var.db, viewerOf(c), form.output)) return goTo(c, `${HOME}?done=saved`)
  return hoursPage(c, { values: form.values, problems: { form: 'calendar.hours.problem.changed' } })
})
