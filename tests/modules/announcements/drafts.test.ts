import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAnnouncement } from '#modules/announcements/announcement.ts'
import { scheduleDraft, withdraw } from '#modules/announcements/scheduling.ts'
import { mailOverdue } from '#modules/calendar/overdue-mail.ts'
import { readOwnEntries, readQueues } from '#src/calendar/queue.ts'
import { DAY, fromNow, HOUR, now, setClock } from '#src/core/clock.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const QUEUE = '/desk/announcements?state=draft&locale=en_US'

/** Wednesday, noon in Shanghai; the next working day ends on Thursday. */
const WEDNESDAY = new Date('2026-11-25T12:00:00+08:00')
const THURSDAY = new Date('2026-11-26T23:59:59+08:00')
const setTime = (moment: Date) => setClock(() => moment)

beforeEach(async () => {
  await context.db.deleteFrom('announcements.action').execute()
  await context.db.deleteFrom('announcements.announcement').execute()
  await context.db.deleteFrom('platform.mail').execute()
  await context.db.deleteFrom('platform.overdue_notice').execute()
  // The validity of sessions, so that they are valid at all times of these tests.
  const validity = { created_at: new Date('2026-11-20'), expires_at: new Date('2099-01-01') }
  await context.db.updateTable('platform.session').set(validity).execute()
  setTime(WEDNESDAY)
})
afterEach(() => setClock(null))

const draft = (changes = {}) => draftedAnnouncement(context.db, context.cast.ruo.viewer, changes)
const dueOf = async (changes = {}) => (await findAnnouncement(context.db, await draft(changes))).due_at
const html = async (path: string) =>
  (await (await context.cast.ruo.client.get(path)).text()).replaceAll('<!-- -->', '')

describe('a draft', () => {
  test('waits until it is scheduled, and is assigned to its author', async () => {
    const id = await draft({ byMail: false, byMessage: false })
    const { ruo } = context.cast
    const colleague = await createColleague(context.db, ruo.viewer, 'mei', ['support'])
    const state = async () => (await readQueues(context.db)).announcements
    expect(await state()).toMatchObject({ waiting: 1, overdue: 0 })
    expect(new Date((await state()).since!)).toEqual(WEDNESDAY)
    expect((await readOwnEntries(context.db, ruo.viewer.id)).announcements).toBe(1)
    expect((await readOwnEntries(context.db, colleague)).announcements).toBe(0)
    expect(await scheduleDraft(context.db, ruo.viewer, id, 1)).toBe('scheduled')
    expect(await state()).toEqual({ waiting: 0, overdue: 0, since: null })
  })

  test('does not wait after it is discarded', async () => {
    await withdraw(context.db, context.cast.ruo.viewer, await draft())
    expect((await readQueues(context.db)).announcements.waiting).toBe(0)
  })

  test('is due at the end of the next working day, or at its sending time if that is earlier', async () => {
    expect(await dueOf({ eventFrom: fromNow(5 * DAY), endsAt: fromNow(9 * DAY) })).toEqual(THURSDAY)
    const startsAt = fromNow(4 * DAY)
    expect(await dueOf({ startsAt, eventFrom: fromNow(5 * DAY), endsAt: fromNow(9 * DAY) })).toEqual(startsAt)
  })

  test('is due while the announced event can still be announced in time', async () => {
    const soon = fromNow(6 * HOUR)
    expect(await dueOf({ eventFrom: soon })).toEqual(soon)
    const end = { kind: 'end-of-service', eventUntil: null, endsAt: fromNow(60 * DAY) }
    expect(await dueOf({ ...end, eventFrom: fromNow(30.5 * DAY) })).toEqual(fromNow(0.5 * DAY))
    const feature = { kind: 'feature', eventFrom: null, eventUntil: null, endsAt: soon }
    expect(await dueOf(feature)).toEqual(soon)
  })

  test('is marked when overdue on the list, on its page and in the daily mail', async () => {
    const id = await draft({ eventFrom: fromNow(5 * DAY), endsAt: fromNow(9 * DAY) })
    expect(await html(QUEUE)).not.toContain('text-error">Overdue')
    setTime(new Date('2026-11-27T09:05:00+08:00'))
    expect(await html(QUEUE)).toContain('text-error">Overdue')
    expect(await html(`/desk/announcements/${id}?locale=en_US`)).toContain('text-error">Overdue')
    await mailOverdue.now(context.db, {} as never)
    const { text } = await context.db.selectFrom('platform.mail').select('text').executeTakeFirstOrThrow()
    expect(text).toContain('待安排发布的公告：1')
    expect(text).toContain('/desk/announcements?state=draft')
  })
})

describe('the queue of drafts', () => {
  test('is on the first page of the desk, and in the menu of staff on every page', async () => {
    await draft()
    const page = await html('/desk?locale=en_US')
    expect(page).toMatch(/href="\/desk\/announcements\?state=draft">Announcements to schedule/)
    expect(page).toMatch(/data-queue="announcements"[^>]*><span>1<\/span>/)
    const outsideDesk = await html('/mgmt/acct-info')
    expect(outsideDesk).toMatch(/data-queue="announcements"[^>]*><span>1<\/span>/)
  })

  test('lists the longest waiting drafts first, with author and age, page by page', async () => {
    const ids: string[] = []
    for (let n = 0; n < 31; n++) ids.push(await draft())
    setTime(new Date(now().getTime() + 2 * DAY))
    const firstPage = await html(QUEUE)
    const idsOn = (page: string) =>
      [...page.matchAll(/href="\/desk\/announcements\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    expect(idsOn(firstPage)).toEqual(ids.slice(0, 30))
    for (const words of [context.cast.ruo.viewer.name, '2 days ago']) expect(firstPage).toContain(words)
    const nextLink = /href="(\/desk\/announcements\?[^"]*before=[^"]*)"[^>]*>Newer</.exec(firstPage)![1]!
    expect(idsOn(await html(nextLink.replaceAll('&amp;', '&')))).toEqual(ids.slice(30))
    expect(await html('/desk/announcements?state=draft&kind=feature&locale=en_US')).toContain(
      'No announcement of this kind',
    )
  })

  test('shows a message when no draft waits', async () => {
    expect(await html(QUEUE)).toContain('No drafts to schedule')
  })
})
