import { afterEach, beforeAll, expect, test } from 'vitest'
import { calendarMissing, neededYear, readCalendar } from '#src/calendar/calendar.ts'
import { dueAt, REPLY } from '#src/calendar/reply.ts'
import { type Calendar, isWorkingDay, workingDayAfter } from '#src/calendar/working-days.ts'
import { setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let calendar: Calendar

beforeAll(async () => {
  db = await testDatabase()
  calendar = await readCalendar(db, '2025-01-01')
})
afterEach(() => setClock(null))

const setTime = (moment: string) => setClock(() => new Date(moment))

test.each([
  ['2026-11-27', true],
  ['2026-11-28', false],
  ['2026-02-16', false],
  ['2026-02-14', true],
  ['2026-02-28', true],
  ['2026-01-04', true],
  ['2026-09-20', true],
  ['2026-10-10', true],
  ['2026-10-08', true],
  ['2025-10-08', false],
  ['2025-09-28', true],
])('%s is a working day: %s', (day, works) => {
  expect(isWorkingDay(calendar, day)).toBe(works)
})

test.each([
  ['the next day', '2026-11-26', 1, '2026-11-27'],
  ['over a weekend', '2026-11-27', 1, '2026-11-30'],
  ['over National Day', '2026-09-30', 1, '2026-10-08'],
  ['that ends on a make-up Saturday', '2026-10-09', 1, '2026-10-10'],
  ['over the Spring Festival and its Saturday', '2026-02-13', 2, '2026-02-24'],
  ['over the end of a year and its Sunday', '2025-12-31', 1, '2026-01-04'],
  ['over 29 February', '2028-02-28', 1, '2028-02-29'],
  ['from 29 February', '2028-02-29', 1, '2028-03-01'],
  ['from a Sunday', '2026-11-29', 1, '2026-11-30'],
  ['fifteen, over three weekends', '2026-11-05', 15, '2026-11-26'],
  ['fifteen, over National Day', '2026-09-18', 15, '2026-10-15'],
])('a period %s: %s and %i end on %s', (_, day, count, last) => {
  expect(workingDayAfter(calendar, day, count)).toBe(last)
})

test('without entries in the calendar, Monday to Friday are working days', () => {
  expect(workingDayAfter(new Map(), '2026-09-30', 1)).toBe('2026-10-01')
})

test('a request late in the evening in Shanghai counts from that day', async () => {
  expect(REPLY).toEqual({ general: 1, personalData: 15 })
  setTime('2026-09-30T23:59:00+08:00')
  expect(await dueAt(db, 'general')).toEqual(new Date('2026-10-08T23:59:59+08:00'))
  setTime('2026-10-08T00:00:00+08:00')
  expect(await dueAt(db, 'general')).toEqual(new Date('2026-10-09T23:59:59+08:00'))
})

test('from 15 December on the calendar must contain the next year', async () => {
  const missing = async () =>
    (await db.selectNoFrom(calendarMissing().as('missing')).executeTakeFirstOrThrow()).missing
  setTime('2025-12-14T23:59:59+08:00')
  expect([neededYear(), await missing()]).toEqual([2025, false])
  setTime('2025-12-15T00:00:00+08:00')
  expect([neededYear(), await missing()]).toEqual([2026, false])
  setTime('2026-12-15T00:00:00+08:00')
  expect([neededYear(), await missing()]).toEqual([2027, true])
  setTime('2027-06-01T00:00:00+08:00')
  expect([neededYear(), await missing()]).toEqual([2027, true])
})
