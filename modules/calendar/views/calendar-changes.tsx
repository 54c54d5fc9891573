import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { CalendarChange } from '../entries.ts'
import { useHolidayName } from './holiday-name.tsx'

type Side = CalendarChange['changes'][number]['before']

/** The changes by staff to the calendar, newest first; the changes of a whole year can be unfolded. */
export function CalendarChanges({ rows }: { rows: CalendarChange[] }) {
  const t = useTranslations('calendar')
  if (!rows.length) return <p className="text-base-content/75">{t('noChanges')}</p>
  return (
    <ul className="divide-y divide-base-300">
      {rows.map(({ id, staffName, at, changes }) => (
        <li key={id} className="py-2 text-sm">
          <p className="text-base-content/75">
            {staffName} · <Moment at={at} />
          </p>
          {changes.length > 1 ? (
            <details>
              <summary className="cursor-pointer">{t('changedDays', { count: changes.length })}</summary>
              <Differences changes={changes} />
            </details>
          ) : (
            <Differences changes={changes} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Differences({ changes }: Pick<CalendarChange, 'changes'>) {
  const t = useTranslations('calendar')
  const nameOf = useHolidayName()
  const words = (side: Side) =>
    side ? t('entry', { kind: t(`kind.${side.kind}`), name: nameOf(side.name) }) : t('asWeek')
  return (
    <ul>
      {changes.map(({ day, before, after }) => (
        <li key={day} className="wrap-anywhere">
          {t('difference', { day, was: words(before), is: words(after) })}
        </li>
      ))}
    </ul>
  )
}
