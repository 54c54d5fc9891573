import type { ServiceHours } from '#src/calendar/service-hours.ts'
import { LOCALES, languageTag, translate } from '#src/core/i18n.ts'
import { SERVICE_DAYS } from '#src/db/platform-schema.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { HoursChange } from '../hours.ts'
import { CalendarTabs } from './calendar-tabs.tsx'

interface Props {
  hours: ServiceHours
  changes: HoursChange[]
  formState: FormState
  isSaved: boolean
}

/**
 * The opening hours of the online service: the text that visitors read, the form, and the changes by staff.
 */
export function HoursPage({ hours, changes, formState, isSaved }: Props) {
  const t = useTranslations('calendar.hours')
  return (
    <>
      <PageHead title={t('title')} lead={<p className="max-w-prose">{t('lead')}</p>} />
      <CalendarTabs current="hours" />
      {isSaved && !formState.problems && (
        <p role="status" className="alert alert-success alert-soft mb-3">
          {t('saved')}
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('change')}>
          <Form {...formState} />
        </Panel>
        <div className="grid gap-4">
          <Panel title={t('read')}>
            <ul className="space-y-1">
              {LOCALES.map((locale) => (
                <li key={locale} lang={languageTag(locale)}>
                  {translate(locale)('site.locations.hoursText', { ...hours })}
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title={t('changes')}>
            <Changes rows={changes} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function Form(formState: FormState) {
  const t = useTranslations('calendar.hours')
  const tDays = useTranslations('desk.serviceDays')
  const time = { ...formState, type: 'time', required: true }
  return (
    <form method="post" action="/desk/hours" noValidate>
      <FormProblem problem={formState.problems?.form} />
      <input type="hidden" name="known" value={formState.values?.known} />
      <div className="grid items-start gap-x-4 sm:grid-cols-2">
        <TextField {...time} name="opens" label={t('opens')} />
        <TextField {...time} name="closes" label={t('closes')} />
      </div>
      <SelectField
        {...formState}
        name="days"
        label={t('days')}
        hint={t('daysHint')}
        required
        options={SERVICE_DAYS.map((value) => ({ value, label: tDays(value) }))}
      />
      <button type="submit" className="btn btn-primary mt-2">
        {t('save')}
      </button>
    </form>
  )
}

function Changes({ rows }: { rows: HoursChange[] }) {
  const t = useTranslations('calendar.hours')
  const tDays = useTranslations('desk.serviceDays')
  if (!rows.length) return <p className="text-base-content/75">{t('noChanges')}</p>
  return (
    <ul className="divide-y divide-base-300">
      {rows.map(({ id, staffName, at, opens, closes, days }) => (
        <li key={id} className="py-2 text-sm">
          <p>
            {tDays(days)} {opens}–{closes}
          </p>
          <p className="text-base-content/75">
            {staffName ?? '–'} · <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}
