import { nationalDayOf } from '#src/calendar/calendar.ts'
import { DAY_KINDS } from '#src/calendar/working-days.ts'
import { type Locale, languageTag } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, ProblemDetails, SelectField, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Dialog, Empty, opens, PageHead, Panel, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { CalendarChange, CalendarEntry } from '../entries.ts'
import { CalendarChanges } from './calendar-changes.tsx'
import { CalendarTabs } from './calendar-tabs.tsx'
import { HolidayName } from './holiday-name.tsx'

interface Props {
  year: number
  /** The year that must have been entered by now. */
  neededYear: number
  entries: CalendarEntry[]
  changes: CalendarChange[]
  locale: Locale
  /** The form for one day. */
  day: FormState
  /** The form for the whole year. */
  wholeYear: FormState
  /** The digest of the entries that are shown, for the form for the whole year. */
  known: string
  done: string | undefined
}

const HOME = '/desk/calendar'
const DONE = ['added', 'removed', 'saved'] as const

/** Public holidays, and the weekend days that are worked in exchange for them, by year. */
export function CalendarPage(props: Props) {
  const { year, neededYear, entries, changes, done } = props
  const t = useTranslations('calendar')
  const doneNotice = DONE.find((one) => one === done)
  return (
    <>
      <PageHead title={t('title')} lead={<p className="max-w-prose">{t('lead')}</p>} />
      <CalendarTabs current="days" />
      {doneNotice && (
        <p role="status" className="alert alert-success alert-soft mb-3">
          {t(`done.${doneNotice}`)}
        </p>
      )}
      {year === neededYear && !entries.some(({ day }) => day === nationalDayOf(year)) && (
        <p className="alert alert-warning alert-soft mb-3">{t('missing', { year: String(year) })}</p>
      )}
      <YearLinks year={year} />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_25rem]">
        <div className="rounded-box border border-base-300 bg-base-100">
          {entries.length ? (
            <CalendarEntries {...props} />
          ) : (
            <Empty icon="calendar" title={t('empty', { year: String(year) })}>
              {t('emptyTeach')}
            </Empty>
          )}
        </div>
        <div className="grid gap-4">
          <Panel title={t('wholeYear')}>
            <WholeYear formState={props.wholeYear} known={props.known} />
          </Panel>
          <Panel title={t('oneDay')}>
            <OneDay {...props.day} />
          </Panel>
          <Panel title={t('changes')}>
            <CalendarChanges rows={changes} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function YearLinks({ year }: { year: number }) {
  const t = useTranslations('calendar')
  return (
    <nav aria-label={t('years')} className="mb-3 flex flex-wrap gap-2">
      {[year - 1, year, year + 1].map((one) => (
        <a
          key={one}
          href={`${HOME}?year=${one}`}
          aria-current={one === year ? 'true' : undefined}
          className={`btn btn-sm ${one === year ? 'btn-neutral' : 'btn-ghost'}`}
        >
          {one}
        </a>
      ))}
    </nav>
  )
}

function CalendarEntries({ entries, locale, year }: Props) {
  const t = useTranslations('calendar')
  const weekday = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', timeZone: 'UTC' })
  const weekdayOf = ({ day }: CalendarEntry) => weekday.format(new Date(`${day}T00:00:00Z`))
  const kindOf = ({ kind }: CalendarEntry) => (
    <StateWord tone={kind === 'holiday' ? 'success' : 'warning'}>{t(`kind.${kind}`)}</StateWord>
  )
  const columns: Column<CalendarEntry>[] = [
    {
      key: 'day',
      head: t('day'),
      main: true,
      cell: (row) => (
        <>
          <time dateTime={row.day} className="whitespace-nowrap tabular-nums">
            {row.day}
          </time>{' '}
          <span className="whitespace-nowrap text-base-content/75">{weekdayOf(row)}</span>
          <NarrowLine>
            <span className="wrap-anywhere">
              <HolidayName name={row.name} />
            </span>
          </NarrowLine>
        </>
      ),
    },
    { key: 'name', head: t('name'), wide: true, cell: (row) => <HolidayName name={row.name} /> },
    { key: 'kind', head: t('kindLabel'), cell: kindOf },
    {
      key: 'removal',
      head: <span className="sr-only">{t('remove')}</span>,
      end: true,
      cell: ({ day, name }) => (
        <>
          <button
            {...opens(`remove-${day}`)}
            className="btn btn-ghost btn-sm"
            aria-label={t('removeDay', { day })}
          >
            {t('remove')}
          </button>
          <Dialog id={`remove-${day}`} title={t('removeAsk', { day })}>
            <p className="mb-2 text-start font-semibold">
              <HolidayName name={name} />
            </p>
            <p className="whitespace-normal text-start">{t('removeMeaning')}</p>
            <form method="post" action={`${HOME}/days/${day}/removal`} className="modal-action">
              <button type="submit" className="btn btn-error">
                {t('remove')}
              </button>
            </form>
          </Dialog>
        </>
      ),
    },
  ]
  const caption = t('entriesOf', { year: String(year) })
  return <Table caption={caption} columns={columns} rows={entries} rowKey={({ day }) => day} />
}

function WholeYear({ formState, known }: { formState: FormState; known: string }) {
  const t = useTranslations('calendar')
  return (
    <ProblemDetails value={formState.details ?? {}}>
      <form method="post" action={`${HOME}/years`} noValidate>
        <p className="text-base-content/75 text-sm">{t('wholeYearMeaning')}</p>
        <FormProblem problem={formState.problems?.form} />
        <input type="hidden" name="known" value={known} />
        <TextField {...formState} name="year" label={t('year')} inputMode="numeric" maxLength={4} required />
        <WordsField
          {...formState}
          name="holidays"
          label={t('holidays')}
          hint={t('holidaysHint')}
          rows={8}
          maxLength={5000}
          lang="zh-CN"
          required
        />
        <WordsField
          {...formState}
          name="worked"
          label={t('worked')}
          hint={t('workedHint')}
          rows={6}
          maxLength={5000}
          lang="zh-CN"
        />
        <button type="submit" className="btn btn-primary mt-2">
          {t('save')}
        </button>
      </form>
    </ProblemDetails>
  )
}

function OneDay(formState: FormState) {
  const t = useTranslations('calendar')
  return (
    <form method="post" action={`${HOME}/days`} noValidate>
      <TextField {...formState} name="day" label={t('day')} type="date" required />
      <SelectField
        {...formState}
        name="kind"
        label={t('kindLabel')}
        required
        options={DAY_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <TextField {...formState} name="name" label={t('name')} maxLength={50} required />
      <button type="submit" className="btn btn-primary mt-2">
        {t('add')}
      </button>
    </form>
  )
}
