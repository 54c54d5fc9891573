import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAgentOnline, recordPresence } from '#modules/chat/presence.ts'
import { clearServiceHours, refreshServiceHours, serviceHours } from '#src/calendar/service-hours.ts'
import { setClock } from '#src/core/clock.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()
const HOME = '/desk/hours'
const HOURS = { opens: '08:30', closes: '20:00', days: 'saturdays' }

beforeEach(async () => {
  await context.db.deleteFrom('platform.service_hours').execute()
  clearServiceHours()
})
afterEach(() => {
  setClock(null)
  clearServiceHours()
})

const pageOf = async (locale = 'en_US') =>
  (await context.cast.ruo.client.get(`${HOME}?locale=${locale}`)).text()
const knownNow = async () => /name="known" value="([\w-]*)"/.exec(await pageOf())![1]!
const post = (values: Record<string, string>) => context.cast.ruo.client.post(`${HOME}?locale=en_US`, values)
const save = async (values = HOURS) => post({ ...values, known: await knownNow() })
const rows = () => context.db.selectFrom('platform.service_hours').selectAll().execute()

describe('the opening hours', () => {
  test('are those of the configuration until staff set others, which pages show immediately', async () => {
    const visitor = newClient(context.db)
    const pages = async (locale: string) =>
      (await visitor.get(`/locations?locale=${locale}`))
        .text()
        .then(async (html) => [
          html,
          await (await context.cast.lin.client.get(`/mgmt/online-service?locale=${locale}`)).text(),
          await (await newClient(context.db).get(`/online-service?locale=${locale}`)).text(),
        ])
    const valuesBefore = {
      en_US: '9:00 to 18:00',
      zh_CN: '工作日 9:00–18:00',
      zh_TW: '大陸工作日 9:00–18:00',
    }
    for (const locale of LOCALES)
      for (const html of await pages(locale)) expect(html).toContain(valuesBefore[locale])
    expect((await save()).headers.get('location')).toBe(`${HOME}?done=saved`)
    const valuesAfter = {
      en_US: /orking days in mainland China and( on)? Saturdays, 8:30 to 20:00/,
      zh_CN: /工作日及周六 8:30–20:00/,
      zh_TW: /大陸工作日及週六 8:30–20:00/,
    }
    for (const locale of LOCALES)
      for (const html of await pages(locale)) expect(html).toMatch(valuesAfter[locale])
    await save({ opens: '00:00', closes: '23:59', days: 'daily' })
    for (const html of await pages('en_US')) expect(html).toMatch(/[Ee]very day, 0:00 to 23:59/)
  })

  test('are in the staff log with the previous hours, and on their page with the name of the person who set them', async () => {
    await save()
    const action = await context.db
      .selectFrom('accounts.desk_action')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(action).toMatchObject({ action: 'change-hours', path: HOME, subject: '8:30–20:00' })
    const changes = await context.db
      .selectFrom('accounts.desk_change')
      .select(['what', 'before', 'after'])
      .where('action_id', '=', action.id)
      .orderBy('what')
      .execute()
    expect(changes).toEqual([
      { what: 'days', before: 'working', after: 'saturdays' },
      { what: 'hours', before: '9:00–18:00', after: '8:30–20:00' },
    ])
    const log = await (await context.cast.ruo.client.get('/desk/log?locale=en_US')).text()
    expect(log.replaceAll('<!-- -->', '')).toContain('Days: Working days → Working days and Saturdays')
    expect(await pageOf()).toContain(context.cast.ruo.viewer.name)
    await save()
    expect(await rows()).toHaveLength(1)
  })

  test('are read by every process', async () => {
    await save()
    clearServiceHours()
    expect(serviceHours()).toEqual({ opens: '9:00', closes: '18:00', days: 'working' })
    await refreshServiceHours(context.db)
    expect(serviceHours()).toEqual({ opens: '8:30', closes: '20:00', days: 'saturdays' })
  })

  test.each([
    ['working', '2026-11-25', true],
    ['working', '2026-11-28', false],
    ['saturdays', '2026-11-25', true],
    ['saturdays', '2026-11-28', true],
    ['saturdays', '2026-11-29', false],
    // A Saturday in a holiday, and a Sunday that replaces a working day.
    ['saturdays', '2026-10-03', false],
    ['saturdays', '2026-09-20', true],
    ['daily', '2026-10-03', true],
  ])('of the kind %s: staff can be online on %s: %s', async (days, day, online) => {
    await save({ opens: '10:00', closes: '12:00', days })
    for (const [time, isOpen] of [
      ['09:59:59', false],
      ['10:00:00', online],
      ['11:59:59', online],
      ['12:00:00', false],
    ]) {
      setClock(() => new Date(`${day}T${time}+08:00`))
      await recordPresence(context.db, context.cast.ruo.viewer.id)
      expect([time, await isAgentOnline(context.db)]).toEqual([time, isOpen])
    }
  })
})

describe('the form', () => {
  test.each([
    ['opens', { opens: '' }, 'This field is required'],
    ['opens', { opens: '25:00' }, 'Enter a time such as 9:00'],
    ['closes', { closes: '6 pm' }, 'Enter a time such as 9:00'],
    ['closes', { closes: '08:30' }, 'The closing time must be after the opening time'],
    ['closes', { opens: '9:00', closes: '08:59' }, 'The closing time must be after the opening time'],
    ['days', { days: 'mondays' }, 'This field must be selected'],
  ])('reports an error at its field %s: %o', async (field, changed, words) => {
    const values: Record<string, string> = { ...HOURS, ...changed }
    const answer = await post({ ...values, known: '' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toMatch(new RegExp(`id="${field}-note"[^>]*>${words}`))
    for (const name of ['opens', 'closes'])
      if (values[name]) expect(html).toContain(`value="${values[name]}"`)
    expect(await rows()).toEqual([])
  })

  test('has no effect if a colleague has changed the hours, and keeps the typed text', async () => {
    const known = await knownNow()
    await save()
    const answer = await post({ opens: '07:15', closes: '16:45', days: 'working', known })
    const html = await answer.text()
    expect(answer.status).toBe(409)
    for (const words of ['A colleague has just changed the hours', 'value="07:15"', '8:30 to 20:00'])
      expect(html).toContain(words)
    expect(serviceHours().opens).toBe('8:30')
    const changedValues = { opens: '07:15', closes: '16:45', days: 'working' }
    expect(
      (await post({ ...changedValues, known: /name="known" value="([\w-]+)"/.exec(html)![1]! })).status,
    ).toBe(303)
    expect(serviceHours().opens).toBe('7:15')
  })

  test('submitted twice concurrently takes effect once', async () => {
    const known = await knownNow()
    const answers = await Promise.all(['10:00', '11:00'].map((opens) => post({ ...HOURS, opens, known })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await rows()).toHaveLength(1)
  })

  test('does not exist for customers', async () => {
    expect((await context.cast.lin.client.get(HOME)).status).toBe(404)
    expect((await context.cast.lin.client.post(HOME, { ...HOURS, known: '' })).status).toBe(404)
    expect(await rows()).toEqual([])
  })
})
