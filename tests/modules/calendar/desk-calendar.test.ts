import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listChanges, listYear } from '#modules/calendar/entries.ts'
import { readCalendar } from '#src/calendar/calendar.ts'
import { isWorkingDay } from '#src/calendar/working-days.ts'
import { setClock } from '#src/core/clock.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const HOME = '/desk/calendar'

beforeEach(async () => {
  await context.db.deleteFrom('platform.calendar_change').execute()
  await context.db.deleteFrom('platform.calendar_day').where('day', '>=', '2027-01-01').execute()
})
afterEach(() => setClock(null))

const post = (path: string, values: Record<string, string> = {}) =>
  context.cast.ruo.client.post(`${HOME}/${path}`, values)
const pageOf = async (path = HOME, locale = 'en_US') =>
  (await context.cast.ruo.client.get(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)).text()
const daysOf = async (year: number) => (await listYear(context.db, year)).map(({ day }) => day)

const knownOn = (html: string) => /name="known" value="(\w+)"/.exec(html)![1]!

/** Saves the year with the values that its page shows now. */
const saveYear = async (values: typeof YEAR) =>
  post('years', { ...values, known: knownOn(await pageOf(`${HOME}?year=${values.year}`)) })

const NEW_YEAR = { day: '2027-01-01', kind: 'holiday', name: '元旦' } as const
const YEAR = {
  year: '2027',
  holidays: '2027-01-01 元旦\n\n2027-10-01 – 2027-10-03 国庆节\n',
  worked: '2027-10-09 国庆节',
}

describe('the page', () => {
  test('is in three languages, with the days of the year', async () => {
    for (const locale of LOCALES) {
      const html = await pageOf(`${HOME}?year=2026`, locale)
      expect(html).toContain('2026-02-14')
      expect(html).toContain('2026-02-15 – 2026-02-23 春节')
    }
    expect(await pageOf(`${HOME}?year=2026`)).toContain('Make-up working day')
    expect(await pageOf(`${HOME}?year=2026`, 'zh_CN')).toContain('调休上班')
  })

  test('does not exist for customers, nor for staff without this part of the desk', async () => {
    expect((await context.cast.lin.client.get(HOME)).status).toBe(404)
    expect((await context.cast.lin.client.post(`${HOME}/days`, NEW_YEAR)).status).toBe(404)
    expect(await daysOf(2027)).toEqual([])
  })

  test('warns from mid December on if the next year is missing, also in the menu', async () => {
    const validity = { created_at: new Date('2026-12-10'), expires_at: new Date('2099-01-01') }
    await context.db.updateTable('platform.session').set(validity).execute()
    const isDotted = (html: string) => /data-waits="calendarMissing"(?! hidden)/.test(html)
    setClock(() => new Date('2026-12-14T12:00:00+08:00'))
    expect(isDotted(await pageOf())).toBe(false)
    setClock(() => new Date('2026-12-15T12:00:00+08:00'))
    const html = await pageOf(`${HOME}?year=2027`)
    expect(isDotted(html)).toBe(true)
    expect(html).toContain('The calendar of 2027 is missing')
    await post('days', NEW_YEAR)
    const withOneDay = await pageOf(`${HOME}?year=2027`)
    expect(isDotted(withOneDay)).toBe(true)
    expect(withOneDay).toContain('The calendar of 2027 is missing')
    await saveYear(YEAR)
    const entered = await pageOf(`${HOME}?year=2027`)
    expect(isDotted(entered)).toBe(false)
    expect(entered).not.toContain('The calendar of 2027 is missing')
  })
})

describe('a holiday', () => {
  test('has its English name beside the Chinese name for readers of English', async () => {
    const html = (await pageOf(`${HOME}?year=2025`)).replace(/<!-- -->|<span lang[^>]*>/g, '')
    for (const words of [
      'Spring Festival (春节)',
      'National Day, Mid-Autumn Festival (国庆节、中秋节)',
      'Labour Day (劳动节)',
    ])
      expect(html).toContain(words)
    expect(html).toContain('2025-01-28 – 2025-02-04 春节')
    expect(await pageOf(`${HOME}?year=2025`, 'zh_TW')).toContain('國慶節、中秋節')
    expect(await pageOf(`${HOME}?year=2025`, 'zh_CN')).not.toContain('(春节)')
  })

  test('keeps the name that staff chose', async () => {
    await post('days', { ...NEW_YEAR, name: '抗战胜利纪念日' })
    expect(await pageOf(`${HOME}?year=2027`)).toContain('抗战胜利纪念日')
  })
})

describe('a new year', () => {
  test('begins empty, and rejects the lines of the past year at both fields', async () => {
    const html = await pageOf(`${HOME}?year=2027`)
    expect(html).not.toContain('2026-10-10')
    const past = { holidays: '2026-10-01 – 2026-10-07 国庆节', worked: '2026-10-10 国庆节' }
    const known = knownOn(await pageOf(`${HOME}?year=2026`))
    const answer = await context.cast.ruo.client.post(`${HOME}/years?locale=en_US`, {
      year: '2027',
      ...past,
      known,
    })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    for (const field of ['holidays', 'worked'])
      expect(page).toMatch(new RegExp(`id="${field}-note"[^>]*>Line 1 belongs to another year`))
    expect(await daysOf(2027)).toEqual([])
  })

  test('does not copy make-up days of the past year: an entry counts on its own date only', async () => {
    await saveYear(YEAR)
    // 10 October is a make-up working day in 2026; in 2027 it is an ordinary Sunday.
    expect((await daysOf(2026)).includes('2026-10-10')).toBe(true)
    const calendar = await readCalendar(context.db, '2027-01-01')
    expect([...calendar.keys()].filter((day) => day < '2027')).toEqual([])
    expect(isWorkingDay(calendar, '2027-10-10')).toBe(false)
    expect(isWorkingDay(calendar, '2027-10-09')).toBe(true)
  })
})

describe('one day', () => {
  test('is added and removed, and the log names the member of staff', async () => {
    expect((await post('days', NEW_YEAR)).headers.get('location')).toBe(`${HOME}?year=2027&done=added`)
    expect(await listYear(context.db, 2027)).toEqual([NEW_YEAR])
    expect((await post('days/2027-01-01/removal')).status).toBe(303)
    await post('days/2027-01-01/removal')
    expect(await daysOf(2027)).toEqual([])
    const parts = { kind: 'holiday', name: '元旦' }
    const changes = await listChanges(context.db)
    expect(changes.map((row) => row.changes)).toEqual([
      [{ day: '2027-01-01', before: parts, after: null }],
      [{ day: '2027-01-01', before: null, after: parts }],
    ])
    expect(changes.map((row) => row.staffName)).toEqual(Array(2).fill(context.cast.ruo.viewer.name))
    expect(await pageOf()).toContain('according to the weekday → Public holiday, New Year’s Day (元旦)')
  })

  test.each([
    ['day', { ...NEW_YEAR, day: '2027-02-30' }, 'Enter a date from 2020 to 2099'],
    ['day', { ...NEW_YEAR, day: '1999-01-01' }, 'Enter a date from 2020 to 2099'],
    ['day', { ...NEW_YEAR, kind: 'worked' }, 'Only a Saturday or a Sunday'],
    ['day', { ...NEW_YEAR, day: '2026-10-01' }, 'This day already has an entry'],
    ['name', { ...NEW_YEAR, name: ' ' }, 'This field is required'],
    ['kind', { ...NEW_YEAR, kind: 'half' }, 'This field must be selected'],
  ])('is refused at its field %s, and nothing entered is lost', async (field, values, words) => {
    const answer = await context.cast.ruo.client.post(`${HOME}/days?locale=en_US`, values)
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toMatch(new RegExp(`id="${field}-note"[^>]*>${words}`))
    expect(html).toContain(`value="${values.day}"`)
    expect(await daysOf(2027)).toEqual([])
  })
})

describe('a whole year', () => {
  test('is entered in one form, and saved again with changes only', async () => {
    await saveYear(YEAR)
    expect(await daysOf(2027)).toEqual(['2027-01-01', '2027-10-01', '2027-10-02', '2027-10-03', '2027-10-09'])
    await saveYear({ ...YEAR, worked: '' })
    await saveYear({ ...YEAR, worked: '' })
    expect(await daysOf(2027)).toHaveLength(4)
    const changes = await listChanges(context.db)
    expect(changes.map((row) => row.changes.length)).toEqual([1, 5])
    expect(await pageOf(`${HOME}?year=2027`)).toContain('2027-10-01 – 2027-10-03 国庆节')
  })

  test('does not overwrite entries that its page did not show, and keeps the typed text', async () => {
    const known = knownOn(await pageOf(`${HOME}?year=2027`))
    await post('days', { ...NEW_YEAR, day: '2027-03-08' })
    const ofAnotherYear = knownOn(await pageOf(`${HOME}?year=2026`))
    for (const stale of [known, ofAnotherYear]) {
      const answer = await post('years', { ...YEAR, known: stale })
      const html = await answer.text()
      expect(answer.status).toBe(422)
      expect(html).toContain('This year has entries that you have not seen')
      expect(html).toContain('2027-10-01 – 2027-10-03 国庆节')
      expect(html).toContain('Remove 2027-03-08')
      expect(await daysOf(2027)).toEqual(['2027-03-08'])
    }
    expect((await saveYear(YEAR)).status).toBe(303)
    expect(await daysOf(2027)).not.toContain('2027-03-08')
  })

  test.each([
    ['holidays', { holidays: '2027-01-01 元旦\nSpring Festival' }, 'Line 2 cannot be read'],
    ['holidays', { holidays: '2027-10-07 – 2027-10-01 国庆节' }, 'Line 1 cannot be read'],
    ['holidays', { holidays: '2028-01-01 元旦' }, 'Line 1 belongs to another year'],
    [
      'holidays',
      { holidays: '2027-01-01 元旦\n2027-01-01 春节' },
      'Line 2 has a day that is already entered',
    ],
    ['holidays', { holidays: '' }, 'This field is required'],
    ['worked', { worked: '2027-10-08 国庆节' }, 'Line 1 is neither a Saturday nor a Sunday'],
    ['worked', { worked: '2027-10-02 国庆节' }, 'Line 1 has a day that is already entered'],
    ['year', { year: '27' }, 'Enter a year from 2020 to 2099'],
  ])('is refused at its field %s: %o', async (field, changed, words) => {
    const values = { ...YEAR, ...changed }
    const answer = await context.cast.ruo.client.post(`${HOME}/years?locale=en_US`, values)
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toMatch(new RegExp(`id="${field}-note"[^>]*>${words}`))
    expect(html).toContain(values.worked)
    expect(await daysOf(2027)).toEqual([])
  })
})
