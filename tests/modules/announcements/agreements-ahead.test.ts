import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshAnnouncements } from '#modules/announcements/banner.ts'
import { dueAnnouncements } from '#modules/announcements/due.ts'
import { findAgreement, upcomingVersionsOf, versionInForce, versionsOf } from '#modules/site/agreements.ts'
import { setClock } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()

const TYPE = 'SERVICE_AGREEMENT'
const NEWEST = versionsOf(TYPE)[0]!
const { date, changes, texts } = findAgreement(TYPE, NEWEST)!
const PATH = `/privacy-notice?type=${TYPE}`
const NEXT = `${PATH}&version=${NEWEST}`
/** Noon in Shanghai, `days` days before the newest version takes effect. */
const daysBefore = (days: number) => new Date(Date.parse(`${date}T12:00:00+08:00`) - days * 86_400_000)

beforeEach(async () => {
  setClock(() => daysBefore(20))
  for (const table of [
    'announcements.dismissal',
    'announcements.action',
    'announcements.announcement',
    'platform.mail',
    'messaging.message',
    'accounts.agreement',
  ] as const)
    await context.db.deleteFrom(table).execute()
  await context.db
    .updateTable('accounts.account')
    .set({ created_at: new Date(0) })
    .execute()
  await context.db
    .updateTable('platform.session')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  await refreshAnnouncements(context.db)
})
afterEach(() => setClock(null))

const run = async () => {
  await dueAnnouncements.now(context.db, {} as never)
  while (await workWaitingJobs(context.db));
}

const announced = () =>
  context.db
    .selectFrom('announcements.announcement')
    .select(['agreement', 'state', 'by_mail', 'by_message', 'audience', 'texts'])
    .where('agreement', '=', `${TYPE} ${NEWEST}`)
    .execute()

const pageOf = async (path: string, client = context.cast.lin.client) =>
  (await client.get(`${path}${path.includes('?') ? '&' : '?'}locale=en_US`)).text()

const BANNER = `${texts.en_US.title}, version ${NEWEST}, takes effect on ${date}`
const ACCEPTANCE = { document: TYPE, version: NEWEST }
const accept = (client = context.cast.lin.client) => client.post('/mgmt/acct-info/agreements', ACCEPTANCE)

describe('the date of an agreement', () => {
  test('begins at midnight in Shanghai', () => {
    setClock(() => new Date(`${date}T00:00:00+08:00`))
    expect([versionInForce(TYPE), upcomingVersionsOf(TYPE)]).toEqual([NEWEST, []])
    setClock(() => new Date(Date.parse(`${date}T00:00:00+08:00`) - 1))
    expect(versionInForce(TYPE)).not.toBe(NEWEST)
    expect(upcomingVersionsOf(TYPE)).toContain(NEWEST)
  })

  test('lets the first version be accepted before its date', () => {
    expect(versionInForce(TYPE, '2020-01-01')).toBe(versionsOf(TYPE).at(-1))
  })

  test('is shown on the page of the version in force with a link, and on the page of the future version', async () => {
    const current = await pageOf(PATH)
    const nextVersion = upcomingVersionsOf(TYPE)[0]!
    expect(current).toContain(
      `Version ${nextVersion} takes effect on ${findAgreement(TYPE, nextVersion)!.date}.`,
    )
    const ahead = await pageOf(NEXT, newClient(context.db))
    expect(ahead).toContain(`Version ${NEWEST}, takes effect on ${date}`)
    expect(ahead).toContain(`Until then version ${versionInForce(TYPE)} applies.`)
    expect(ahead).toContain(changes!.en_US[0]!.slice(0, 40))
    expect(ahead).not.toContain(`Accept version ${NEWEST}`)
    setClock(() => daysBefore(0))
    expect(await pageOf(NEXT, newClient(context.db))).toContain(`Version ${NEWEST}, in force since ${date}`)
  })
})

describe('an agreement with a future date', () => {
  test('is announced automatically to every account once, with its changes', async () => {
    await run()
    await run()
    const [announcement, ...otherAnnouncements] = await announced()
    expect(otherAnnouncements).toEqual([])
    expect(announcement).toMatchObject({
      state: 'sent',
      by_mail: true,
      by_message: true,
      audience: 'everybody',
    })
    const mails = await context.db
      .selectFrom('platform.mail')
      .select(['recipient', 'subject', 'text'])
      .where('subject', 'like', `%${NEWEST}%`)
      .where('subject', 'like', `%${texts.en_US.title}%`)
      .orderBy('recipient')
      .execute()
    expect(mails.map(({ recipient }) => recipient.split('@')[0])).toEqual(['hannah', 'lin', 'ruo', 'zhou'])
    expect(mails[0]!.subject).toBe(`Change to an agreement: ${BANNER}`)
    for (const sentence of changes!.en_US) expect(mails[0]!.text).toContain(sentence)
    expect(mails[0]!.text).toContain('refund what you have paid and not used')
    expect(announcement!.texts.zh_CN.text).toContain(changes!.zh_CN[0])
    expect(announcement!.texts.zh_TW.text).toContain(changes!.zh_TW[0])
  })

  test('is shown on pages until it is accepted by the button, which records the consent', async () => {
    await run()
    const { lin, zhou } = context.cast
    expect(await pageOf('/mgmt/home')).toContain(BANNER)
    const [row] = await context.db
      .selectFrom('announcements.announcement')
      .select('id')
      .where('agreement', '=', `${TYPE} ${NEWEST}`)
      .execute()
    expect((await lin.client.post(`/mgmt/announcements/${row!.id}/dismissal`, {})).status).toBe(404)
    const page = await pageOf(NEXT)
    expect(page).toContain(`Accept version ${NEWEST}`)
    expect(page).toContain('/mgmt/acct-info/deletion')
    const answer = await accept()
    expect(answer.headers.get('location')).toBe(`${NEXT}&done=accepted`)
    expect(await pageOf(`${NEXT}&done=accepted`)).toContain(`You have accepted version ${NEWEST}.`)
    expect(await pageOf('/mgmt/home')).not.toContain(BANNER)
    expect(await pageOf('/mgmt/home', zhou.client)).toContain(BANNER)
    const consents = await context.db
      .selectFrom('accounts.agreement')
      .select(['document', 'version', 'account_id'])
      .execute()
    expect(consents).toEqual([{ ...ACCEPTANCE, account_id: lin.viewer.id }])
  })

  test('is accepted by a login after it has come into force, and is then no longer shown', async () => {
    await run()
    setClock(() => daysBefore(-1))
    const client = newClient(context.db)
    expect((await logIn(client)).status).toBe(303)
    expect(await pageOf('/mgmt/home', client)).not.toContain(BANNER)
    expect(await pageOf('/mgmt/home', context.cast.zhou.client)).toContain(BANNER)
    setClock(() => daysBefore(-32))
    expect(await pageOf('/mgmt/home', context.cast.zhou.client)).not.toContain(BANNER)
  })

  test('is reported as an error when fewer than fifteen days are left', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    setClock(() => daysBefore(10))
    await run()
    const logged = error.mock.calls.map(([, words]) => words as unknown)
    error.mockRestore()
    expect(logged).toContain('agreement announced less than 15 days ahead')
    expect(await announced()).toHaveLength(1)
  })

  test('cannot be accepted in a version that is not published', async () => {
    for (const version of ['0.1', '', '9.9'])
      expect([
        version,
        (await context.cast.lin.client.post('/mgmt/acct-info/agreements', { document: TYPE, version }))
          .status,
      ]).toEqual([version, 404])
  })
})

test('every agreement with a future date lists its changes in three languages', () => {
  for (const type of ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'] as const)
    for (const version of upcomingVersionsOf(type, new Date().toISOString().slice(0, 10))) {
      const { changes } = findAgreement(type, version)!
      const counts = Object.values(changes ?? {}).map((list) => list.length)
      expect([type, version, counts.length, new Set(counts).size]).toEqual([type, version, 3, 1])
    }
})
