import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '#src/core/clock.ts'
import { dayAhead } from '#src/core/day.ts'
import type { Db } from '#src/db/db.ts'
import type { ServiceHours } from './service-hours.ts'
import { type Calendar, isSaturday, isWeekend } from './working-days.ts'

/**
 * A query expression: whether today is a working day. If the calendar has no entry for today,
 * `isUsuallyWorked` decides.
 */
function worksToday(isUsuallyWorked: boolean): RawBuilder<boolean> {
  const today = shanghaiDay()
  return sql<boolean>`coalesce((select kind = 'worked' from platform.calendar_day where day = ${today}),
    ${isUsuallyWorked})`
}

/** A query expression: whether the online service is open today. */
export function opensToday({ days }: ServiceHours): RawBuilder<boolean> {
  if (days === 'daily') return sql<boolean>`true`
  const today = shanghaiDay()
  return worksToday(!isWeekend(today) || (days === 'saturdays' && isSaturday(today)))
}

export async function isTodayWorked(db: Db): Promise<boolean> {
  return (await db.selectNoFrom(worksToday(!isWeekend(shanghaiDay())).as('worked')).executeTakeFirstOrThrow())
    .worked
}

/** The exceptions from a day (yyyy-MM-dd) on. */
export async function readCalendar(db: Db, firstDay: string): Promise<Calendar> {
  const rows = await db
    .selectFrom('platform.calendar_day')
    .select(['kind', sql<string>`day::text`.as('day')])
    .where('day', '>=', firstDay)
    .execute()
  return new Map(rows.map(({ day, kind }) => [day, kind]))
}

/** From the middle of December, the calendar of the next year is needed. */
const NEEDED_DAYS_AHEAD = 17

/** The year whose calendar must already be entered. */
export const neededYear = (): number => Number(dayAhead(NEEDED_DAYS_AHEAD).slice(0, 4))

/**
 * The day that shows whether the calendar of a year has been entered: National Day is a public holiday every
 * year, while staff may add other single days at any time.
 */
export const nationalDayOf = (year: number) => `${year}-10-01`

/** A query expression: whether the calendar of the needed year has not been entered. */
export const calendarMissing = (): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from platform.calendar_day where kind = 'holiday'
    and day = ${nationalDayOf(neededYear())})`

export async function isCalendarMissing(db: Db): Promise<boolean> {
  return (await db.selectNoFrom(calendarMissing().as('missing')).executeTakeFirstOrThrow()).missing
}
