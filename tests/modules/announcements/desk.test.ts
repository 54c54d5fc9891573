import { beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { actionsOn, findAnnouncement } from '#modules/announcements/announcement.ts'
import { scheduleDraft } from '#modules/announcements/scheduling.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import type { Person } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { BODIES } from '#tests/support/routes.ts'

const context = setUpCast()
const HOME = '/desk/announcements'
const BODY = BODIES['POST /desk/announcements'] as Record<string, string>

/** A colleague of Ruo's. */
let mei: Person
beforeAll(async () => {
  const id = await createColleague(context.db, context.cast.ruo.viewer, 'mei', ['support'])
  const client = newClient(context.db)
  client.cookies.set(SESSION_COOKIE, await beginSession(context.db, id))
  mei = { client, viewer: (await findViewer(context.db, id))! }
})

const write = (changes: Record<string, string> = {}) =>
  context.cast.ruo.client.post(HOME, { ...BODY, ...changes })

async function writeDraft(changes: Record<string, string> = {}): Promise<string> {
  const answer = await write(changes)
  expect(answer.status).toBe(303)
  return /announcements\/([\w-]+)\?done=saved/.exec(answer.headers.get('location')!)![1]!
}

const schedule = (id: string, { client }: Person, version = '1') =>
  client.post(`${HOME}/${id}/scheduling`, { version })
const stateOf = async (id: string) => (await findAnnouncement(context.db, id)).state

describe('the form of an announcement', () => {
  test('shows an error at each field, in three languages, and keeps all typed text', async () => {
    const wrongValues = {
      ...BODY,
      kind: 'party',
      title_zh_CN: ' ',
      text_en_US: 'x'.repeat(4001),
      endsAt: '',
      eventFrom: '2026-02-30T10:00',
      title_zh_TW: 'Kept as typed',
    }
    for (const locale of LOCALES) {
      const answer = await context.cast.ruo.client.post(`${HOME}?locale=${locale}`, wrongValues)
      expect(answer.status).toBe(422)
      const page = await answer.text()
      for (const field of ['kind', 'title_zh_CN', 'text_en_US', 'endsAt', 'eventFrom'])
        expect([locale, field, page.includes(`id="${field}-note" role="alert"`)]).toEqual([
          locale,
          field,
          true,
        ])
      for (const fragment of ['Kept as typed', 'x'.repeat(4001), '2026-02-30T10:00'])
        expect(page).toContain(fragment)
    }
  })

  test.each([
    ['maintenance without its time', { eventFrom: '', eventUntil: '' }, ['eventFrom', 'eventUntil']],
    ['maintenance that has begun', { eventFrom: '2026-01-01T00:00' }, ['eventFrom']],
    ['an event that ends before it begins', { eventUntil: '2026-01-01T00:00' }, ['eventUntil']],
    ['a banner that ends before it begins', { endsAt: '2026-01-01T00:00' }, ['endsAt']],
    ['the end of the service in two days', { kind: 'end-of-service' }, ['eventFrom']],
    [
      'the end of the service without mail',
      { kind: 'end-of-service', byMail: '', eventFrom: '2099-01-01T00:00' },
      ['byMail'],
    ],
  ])('refuses %s', async (_, changes, fields) => {
    const answer = await write(changes as Record<string, string>)
    const page = await answer.text()
    const expected = [...page.matchAll(/id="(\w+)-note" role="alert"/g)].map((match) => match[1])
    expect([answer.status, expected]).toEqual([422, fields])
  })

  test('saves texts of the maximum length', async () => {
    const longTexts = Object.fromEntries(LOCALES.map((locale) => [`text_${locale}`, '契'.repeat(4000)]))
    const id = await writeDraft(longTexts)
    expect((await findAnnouncement(context.db, id)).texts.zh_TW.text).toHaveLength(4000)
  })

  test('keeps the typed text if a colleague has changed the draft', async () => {
    const id = await writeDraft()
    await mei.client.post(`${HOME}/${id}`, { ...BODY, title_en_US: 'Sunday', version: '1' })
    const answer = await context.cast.ruo.client.post(`${HOME}/${id}?locale=en_US`, {
      ...BODY,
      title_en_US: 'Monday',
      version: '1',
    })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('value="Monday"')
    expect(page).toContain('name="version" value="2"')
    expect(page).toMatch(new RegExp(`href="${HOME}/${id}" target="_blank"[^>]*>Read the saved version`))
    expect((await findAnnouncement(context.db, id)).texts.en_US.title).toBe('Sunday')
  })
})

describe('scheduling', () => {
  test('requires a person other than the author, if it is sent to people', async () => {
    const id = await writeDraft()
    expect(await (await context.cast.ruo.client.get(`${HOME}/${id}?locale=en_US`)).text()).not.toContain(
      'scheduling"',
    )
    expect((await schedule(id, context.cast.ruo)).status).toBe(409)
    expect(await stateOf(id)).toBe('draft')
    expect((await schedule(id, mei)).status).toBe(303)
    expect(await stateOf(id)).toBe('scheduled')
    const actions = await actionsOn(context.db, id)
    expect(actions.map(({ action, staffName }) => [action, staffName])).toEqual([
      ['schedule', 'mei'],
      ['add', 'ruo'],
    ])
    await mei.client.post(`${HOME}/${id}/withdrawal`, {})
  })

  test('by the last editor is refused too, but allowed for a banner without mail', async () => {
    const id = await writeDraft()
    await mei.client.post(`${HOME}/${id}`, { ...BODY, version: '1' })
    expect((await schedule(id, mei, '2')).status).toBe(409)
    const banner = await writeDraft({ byMail: '', byMessage: '' })
    expect((await schedule(banner, context.cast.ruo)).status).toBe(303)
    await mei.client.post(`${HOME}/${banner}/withdrawal`, {})
  })

  test('has no effect if the draft was changed since the page was shown', async () => {
    const id = await writeDraft()
    await context.cast.ruo.client.post(`${HOME}/${id}`, { ...BODY, title_en_US: 'Sunday', version: '1' })
    const answer = await schedule(id, mei)
    expect([answer.status, await stateOf(id)]).toEqual([409, 'draft'])
  })

  test('has no effect if the time of the announcement has passed', async () => {
    const id = await draftedAnnouncement(context.db, context.cast.ruo.viewer, { eventFrom: new Date() })
    expect([(await schedule(id, mei)).status, await stateOf(id)]).toEqual([409, 'draft'])
  })
})

describe('the page of an announcement at the desk', () => {
  test('shows the mail and the banner in three languages, and the number of recipients', async () => {
    const id = await draftedAnnouncement(context.db, context.cast.ruo.viewer)
    const page = await (await mei.client.get(`${HOME}/${id}?locale=en_US`)).text()
    for (const subject of [
      'Maintenance of Qishu: Saturday night',
      '契书系统维护：周六夜间维护',
      '契書系統維護：週六夜間維護',
    ])
      expect(page).toContain(subject)
    expect(page.match(/<iframe/g)).toHaveLength(3)
    for (const link of ['Read more', '查看详情', '檢視詳情']) expect(page).toContain(link)
    await scheduleDraft(context.db, mei.viewer, id, 1)
    while (await workWaitingJobs(context.db));
    const pageAfter = await (await mei.client.get(`${HOME}/${id}?locale=en_US`)).text()
    expect(pageAfter).toMatch(/5 of 5 accounts, 5 by email/)
    expect((await mei.client.get(`${HOME}/${id}/edit`)).headers.get('location')).toBe(`${HOME}/${id}`)
    expect((await mei.client.post(`${HOME}/${id}`, { ...BODY, version: '2' })).status).toBe(409)
    await mei.client.post(`${HOME}/${id}/withdrawal`, {})
    expect(await stateOf(id)).toBe('withdrawn')
  })

  test('is listed by state and kind', async () => {
    const id = await writeDraft({ title_en_US: 'Only a draft' })
    const list = async (query: string) =>
      (await context.cast.ruo.client.get(`${HOME}?locale=en_US${query}`)).text()
    expect(await list('')).toContain(id)
    expect(await list('&state=draft&kind=maintenance')).toContain(id)
    expect(await list('&state=sent')).not.toContain(id)
    expect(await list('&kind=feature')).not.toContain(id)
  })

  test('does not exist for people outside support', async () => {
    for (const name of ['lin', 'zhou'] as const)
      expect((await context.cast[name].client.get(HOME)).status).toBe(404)
  })
})
