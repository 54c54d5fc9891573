import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AnnouncementFields, findAnnouncement } from '#modules/announcements/announcement.ts'
import { dueAnnouncements } from '#modules/announcements/due.ts'
import { scheduleDraft, withdraw } from '#modules/announcements/scheduling.ts'
import { sendAnnouncement } from '#modules/announcements/sending.ts'
import { fromNow, HOUR, now, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import { setState } from '#tests/cast/people.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { crowd } from '#tests/support/announced.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

const context = setUpCast()

beforeEach(async () => {
  await context.db.deleteFrom('platform.mail').execute()
  await context.db.deleteFrom('messaging.message').execute()
  await sql`delete from pgboss.job`.execute(context.db)
})

/** An announcement that Ruo wrote and a colleague scheduled. */
async function scheduleAnnouncement(changes: Partial<AnnouncementFields> = {}): Promise<string> {
  const { ruo, lin } = context.cast
  const id = await draftedAnnouncement(context.db, ruo.viewer, changes)
  expect(await scheduleDraft(context.db, lin.viewer, id, 1)).toBe('scheduled')
  return id
}

async function sendNow(changes: Partial<AnnouncementFields> = {}): Promise<string> {
  const id = await scheduleAnnouncement(changes)
  while (await workWaitingJobs(context.db));
  expect((await findAnnouncement(context.db, id)).state).toBe('sent')
  return id
}

const mails = () =>
  context.db
    .selectFrom('platform.mail')
    .select(['recipient', 'subject', 'text', 'links', 'bulk'])
    .orderBy('recipient')
    .execute()

const recipients = async () => (await mails()).map(({ recipient }) => recipient.split('@')[0])

const messages = () =>
  context.db
    .selectFrom('messaging.message as message')
    .innerJoin('accounts.account as account', 'account.id', 'account_id')
    .select(['username', 'kind', 'facts', 'path', 'in_digest'])
    .orderBy('username')
    .execute()

const EVERYBODY = ['hannah', 'lin', 'ruo', 'zhou']

describe('an announcement', () => {
  test('reaches every account by mail and as a message, in the account’s language', async () => {
    await context.db
      .updateTable('accounts.account')
      .set({ locale: 'zh_TW' })
      .where('username', '=', 'zhou')
      .execute()
    const id = await sendNow()
    expect(await recipients()).toEqual(EVERYBODY)
    const [hannah, , , zhou] = await mails()
    expect(hannah!.subject).toBe('Maintenance of Qishu: Saturday night')
    expect(hannah!.text).toContain('Qishu cannot be used for an hour.')
    expect(hannah!.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d \(Shanghai time\)/)
    expect(hannah!.text).toContain('cannot be turned off')
    expect(hannah!.links[0]).toMatch(new RegExp(`/announcements/${id}$`))
    expect(zhou!.subject).toBe('契書系統維護：週六夜間維護')
    const receivedMessages = await messages()
    expect(receivedMessages.map(({ username, kind, path }) => [username, kind, path])).toEqual(
      EVERYBODY.map((name) => [name, 'announced', `/announcements/${id}`]),
    )
    expect(receivedMessages.at(-1)!.facts).toEqual({ title: '週六夜間維護' })
    const { reached, recipients: all, mails: mailed } = await findAnnouncement(context.db, id)
    expect([reached, all, mailed]).toEqual([4, 4, 4])
  })

  test('reaches only its audience', async () => {
    await sendNow({ audience: 'administrators' })
    expect(await recipients()).toEqual(['hannah', 'lin'])
    await context.db.deleteFrom('platform.mail').execute()
    await onPlan(context.db, context.cast.lin.viewer.teamId)
    await sendNow({ audience: 'paying' })
    expect(await recipients()).toEqual(['lin', 'zhou'])
  })

  test('does not reach blocked accounts, nor accounts created after the sending began', async () => {
    await setState(context.db, 'hannah', 'disabled')
    const id = await scheduleAnnouncement()
    await context.db
      .updateTable('accounts.account')
      .set({ created_at: fromNow(1000) })
      .where('username', '=', 'zhou')
      .execute()
    while (await workWaitingJobs(context.db));
    expect(await recipients()).toEqual(['lin', 'ruo'])
    expect((await findAnnouncement(context.db, id)).reached).toBe(2)
    await setState(context.db, 'hannah', 'active')
    await context.db
      .updateTable('accounts.account')
      .set({ created_at: new Date(0) })
      .where('username', '=', 'zhou')
      .execute()
  })

  test('of new features is mailed to people who chose it: immediately, or in the digest', async () => {
    const ways = (features: string) => ({ locale: null, ways: JSON.stringify({ features }) })
    const otherColumns = { template_letter: false, leave_token: null }
    for (const [name, features] of [
      ['lin', 'now'],
      ['zhou', 'daily'],
      ['ruo', 'none'],
    ] as const)
      await context.db
        .insertInto('accounts.notice_choice')
        .values({ account_id: context.cast[name].viewer.id, ...ways(features), ...otherColumns })
        .execute()
    await sendNow({ kind: 'feature', eventFrom: null, eventUntil: null })
    expect(await recipients()).toEqual(['lin'])
    expect((await mails())[0]!.text).toContain('/mgmt/acct-info/notices')
    expect((await messages()).map(({ username, kind, in_digest }) => [username, kind, in_digest])).toEqual([
      ['hannah', 'featureAnnounced', null],
      ['lin', 'featureAnnounced', null],
      ['ruo', 'featureAnnounced', null],
      ['zhou', 'featureAnnounced', 'waiting'],
    ])
    await context.db.deleteFrom('accounts.notice_choice').execute()
  })

  test('without mail and message is only a banner', async () => {
    const id = await sendNow({ byMail: false, byMessage: false })
    expect([await mails(), await messages()]).toEqual([[], []])
    expect((await findAnnouncement(context.db, id)).recipients).toBe(0)
  })

  test('with a later start is sent once, at that time', async () => {
    const id = await scheduleAnnouncement({ startsAt: fromNow(HOUR) })
    await dueAnnouncements.now(context.db, {} as never)
    while (await workWaitingJobs(context.db));
    expect(await recipients()).toEqual([])
    const laterTime = new Date(now().getTime() + HOUR + 1000)
    setClock(() => laterTime)
    for (let n = 0; n < 2; n++) await dueAnnouncements.now(context.db, {} as never)
    while (await workWaitingJobs(context.db));
    await dueAnnouncements.now(context.db, {} as never)
    while (await workWaitingJobs(context.db));
    setClock(null)
    expect(await recipients()).toEqual(EVERYBODY)
    expect((await findAnnouncement(context.db, id)).state).toBe('sent')
  })

  test('is sent to no one if it is withdrawn before it is sent', async () => {
    const id = await scheduleAnnouncement()
    await withdraw(context.db, context.cast.lin.viewer, id)
    while (await workWaitingJobs(context.db));
    expect([await recipients(), await messages()]).toEqual([[], []])
  })

  test('is mailed after all other mails, and does not delay mails to the same mailbox', async () => {
    await sendNow()
    expect((await mails()).map(({ bulk }) => bulk)).toEqual([true, true, true, true])
    const { rows } = await sql<{ priority: number }>`
      select distinct priority from pgboss.job where name = 'mail'`.execute(context.db)
    expect(rows).toEqual([{ priority: -10 }])
  })
})

const SEED = drawSeed()

/** The same database, which fails from its `n`th query on. */
function dyingAt(db: Db, n: number): Db {
  let remaining = n
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (--remaining < 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test(`an announcement whose sending is killed anywhere and repeated reaches every account once (seed ${SEED})`, {
  timeout: 120_000,
}, async () => {
  const random = seeded(SEED)
  await crowd(context.db, context.cast.lin.viewer.teamId, 450)
  const id = await scheduleAnnouncement()
  let deaths = 0
  const jobs: { id: string; after: string | null }[] = []
  while ((await findAnnouncement(context.db, id)).state !== 'sent') {
    const { reached_until: reachedUntil } = await findAnnouncement(context.db, id)
    // The first run of the job fails for each part of the accounts, and most of the later runs.
    const shouldFail = jobs.at(-1)?.after !== reachedUntil || jobs.length === 0 || random.below(4) > 0
    jobs.push({ id, after: reachedUntil })
    const db = shouldFail ? dyingAt(context.db, random.below(200)) : context.db
    await sendAnnouncement.now(db, { id, after: reachedUntil }).catch((error: Error) => {
      expect(error.message).toBe('killed')
      deaths++
    })
    // If a worker fails after its commit, the job runs again.
    if (random.below(3) === 0)
      await sendAnnouncement.now(context.db, random.pick(jobs.slice(0, -1).concat(jobs[0]!)))
  }
  for (const event of jobs) await sendAnnouncement.now(context.db, event)
  const distinctCounts = async (rows: Promise<{ n: number }[]>) => [
    ...new Set((await rows).map(({ n }) => n)),
  ]
  const counted = sql<number>`count(*)::int`.as('n')
  expect(
    await distinctCounts(
      context.db.selectFrom('platform.mail').select(counted).groupBy('recipient').execute(),
    ),
  ).toEqual([1])
  expect(
    await distinctCounts(
      context.db.selectFrom('messaging.message').select(counted).groupBy('account_id').execute(),
    ),
  ).toEqual([1])
  expect((await mails()).length).toBe(454)
  expect((await messages()).length).toBe(454)
  const { reached, recipients: all, mails: mailed } = await findAnnouncement(context.db, id)
  expect([reached, all, mailed]).toEqual([454, 454, 454])
  expect(deaths).toBeGreaterThanOrEqual(2)
})
