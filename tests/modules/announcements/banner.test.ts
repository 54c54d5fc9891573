import { beforeEach, describe, expect, test } from 'vitest'
import type { AnnouncementFields } from '#modules/announcements/announcement.ts'
import { refreshAnnouncements } from '#modules/announcements/banner.ts'
import { scheduleDraft, withdraw } from '#modules/announcements/scheduling.ts'
import { fromNow, HOUR, setClock } from '#src/core/clock.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'

const context = setUpCast()

beforeEach(async () => {
  await context.db.deleteFrom('announcements.dismissal').execute()
  await context.db.updateTable('announcements.announcement').set({ state: 'withdrawn' }).execute()
  await refreshAnnouncements(context.db)
})

async function showBanner(changes: Partial<AnnouncementFields> = {}): Promise<string> {
  const id = await draftedAnnouncement(context.db, context.cast.ruo.viewer, { ...QUIET, ...changes })
  expect(await scheduleDraft(context.db, context.cast.ruo.viewer, id, 1)).toBe('scheduled')
  return id
}

const QUIET = { byMail: false, byMessage: false }
const TITLE = 'Saturday night'
const pageOf = async (client: Client, path = '/mgmt/home') => (await client.get(path)).text()
const sees = async (client: Client, path?: string) => (await pageOf(client, path)).includes(TITLE)
const visitor = () => newClient(context.db)
const CONTACT = '/pricing?locale=en_US'

describe('a banner', () => {
  test('is on the pages of all accounts; about maintenance, also on those of visitors', async () => {
    expect([await sees(context.cast.lin.client), await sees(visitor(), CONTACT)]).toEqual([false, false])
    const id = await showBanner()
    expect([await sees(context.cast.lin.client), await sees(visitor(), CONTACT)]).toEqual([true, true])
    expect(await pageOf(context.cast.lin.client)).toMatch(/<section aria-label="Announcements"/)
    expect(await pageOf(visitor(), '/pricing?locale=zh_TW')).toContain('週六夜間維護')
    expect(await pageOf(visitor(), '/pricing?locale=zh_CN')).toContain('周六夜间维护')
    await withdraw(context.db, context.cast.ruo.viewer, id)
    expect([await sees(context.cast.lin.client), await sees(visitor(), CONTACT)]).toEqual([false, false])
    await showBanner({ kind: 'feature', eventFrom: null, eventUntil: null })
    expect([await sees(context.cast.lin.client), await sees(visitor(), CONTACT)]).toEqual([true, false])
  })

  test('is shown only to its audience', async () => {
    const { lin, zhou, hannah } = context.cast
    const whoSeesBanner = async () => [
      await sees(lin.client),
      await sees(zhou.client),
      await sees(hannah.client),
    ]
    const id = await showBanner({ audience: 'administrators' })
    expect(await whoSeesBanner()).toEqual([true, false, true])
    expect(await sees(visitor(), CONTACT)).toBe(false)
    expect((await zhou.client.get(`/announcements/${id}`)).status).toBe(404)
    await withdraw(context.db, context.cast.ruo.viewer, id)
    await onPlan(context.db, lin.viewer.teamId)
    await showBanner({ audience: 'paying' })
    expect(await whoSeesBanner()).toEqual([true, true, false])
  })

  test('is shown from its start to its end', async () => {
    const begin = Date.now()
    await showBanner({ startsAt: fromNow(HOUR) })
    expect(await sees(context.cast.lin.client)).toBe(false)
    setClock(() => new Date(begin + 1.1 * HOUR))
    expect(await sees(context.cast.lin.client)).toBe(true)
    setClock(() => new Date(begin + 73 * HOUR))
    expect(await sees(visitor(), CONTACT)).toBe(false)
    setClock(null)
  })

  test('is closed only for the person who closes it, without script, and stays closed', async () => {
    const { lin, zhou } = context.cast
    const id = await showBanner()
    const path = `/mgmt/announcements/${id}/dismissal`
    const answer = await lin.client.post(path, { returnUrl: '/mgmt/tasks' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/tasks'])
    expect([await sees(lin.client), await sees(zhou.client)]).toEqual([false, true])
    expect(await pageOf(visitor(), CONTACT)).not.toContain('/dismissal')
    expect((await lin.client.post(path, { returnUrl: 'https://evil.example' })).headers.get('location')).toBe(
      '/mgmt/home',
    )
    await withdraw(context.db, context.cast.ruo.viewer, id)
    expect((await lin.client.post(path, {})).status).toBe(404)
  })

  test('needs no additional query', async () => {
    const { lin } = context.cast
    const queriesWithout = (await countQueries(() => pageOf(lin.client, '/mgmt/tasks'))).queries
    await showBanner()
    const shownIn = await countQueries(() => pageOf(lin.client, '/mgmt/tasks'))
    expect(shownIn.queries).toBe(queriesWithout)
  })
})

describe('the page of an announcement', () => {
  test('has the whole text in three languages', async () => {
    const id = await showBanner()
    const page = await pageOf(visitor(), `/announcements/${id}?locale=en_US`)
    expect(page).toContain('Qishu cannot be used for an hour.</p>')
    expect(page).toContain('Please save before it.')
    expect(await pageOf(visitor(), `/announcements/${id}?locale=zh_TW`)).toContain('屆時暫停服務一小時。')
  })

  test('does not exist before the announcement begins, or after it is withdrawn', async () => {
    const id = await showBanner({ startsAt: fromNow(HOUR) })
    expect((await visitor().get(`/announcements/${id}`)).status).toBe(404)
    const draft = await draftedAnnouncement(context.db, context.cast.ruo.viewer)
    expect((await visitor().get(`/announcements/${draft}`)).status).toBe(404)
    const newState = await showBanner()
    await withdraw(context.db, context.cast.ruo.viewer, newState)
    expect((await context.cast.lin.client.get(`/announcements/${newState}`)).status).toBe(404)
  })
})
