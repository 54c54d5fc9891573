import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addExternal } from '#modules/review/inviting/reviewer.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { DAY, fromNow, MINUTE, setClock, shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { consumeSigningPoints } from '#src/mail/mail-limits.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { askForCode, freshCaptcha } from '#tests/cast/registration.ts'
import { captchaOn, linkTo, OLIVER, reviewedDocument } from '#tests/cast/review.ts'
import { filledDraft, finalisedDocument, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount } from '#tests/support/runs.ts'
import { work } from '#views/scripts/proof/work.ts'

const context = setUpCast()
countRequests(() => context.db)

const TRIES = caseCount(40, 300)
const VICTIM = 'victim@kestrel.example'

beforeAll(() => onPlan(context.db, context.cast.lin.viewer.teamId, 1000))
beforeEach(async () => {
  await context.db.deleteFrom('platform.mail').execute()
  await sql`delete from platform.rate_limit`.execute(context.db)
})
afterAll(() => setClock(null))

/** The same mailbox in different spellings. */
const spellingOf = (n: number) => [VICTIM, VICTIM.toUpperCase(), `victim+${n}@Kestrel.example`][n % 3]!

/** The number of mails to the victim, in any spelling. */
async function mailsToVictim(mailbox = VICTIM) {
  const rows = await context.db.selectFrom('platform.mail').select('recipient').execute()
  return rows.filter(({ recipient }) => mailboxOf(recipient) === mailbox).length
}

/** Sends all requests concurrently, as an attacker would who wants to flood a mailbox. */
const flood = (ask: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: TRIES }, (_, n) => ask(n)))

test('one mailbox is recognised in any spelling', () => {
  expect(['A.b+x@Gmail.com', 'ab@googlemail.com', 'a.b@gmail.com'].map(mailboxOf)).toEqual(
    Array(3).fill('ab@gmail.com'),
  )
  expect([spellingOf(0), spellingOf(1), spellingOf(2)].map(mailboxOf)).toEqual(Array(3).fill(VICTIM))
  expect(mailboxOf('a.b@kestrel.example')).not.toBe(mailboxOf('ab@kestrel.example'))
})

const PLACES: [place: string, max: number, ask: (n: number) => Promise<unknown>][] = [
  [
    'a code',
    30,
    (n) => askForCode(newClient(context.db, config.baseUrl, `203.0.113.${n % 256}`), spellingOf(n)),
  ],
  [
    'an invitation to a team',
    5,
    (n) =>
      context.cast[n % 2 ? 'lin' : 'hannah'].client.post('/mgmt/acct-info/invitations', {
        email: spellingOf(n),
      }),
  ],
  [
    'the receipt of a feedback',
    3,
    (n) =>
      context.cast[(['lin', 'zhou', 'hannah'] as const)[n % 3]!].client.post('/mgmt/client-feedback', {
        question: 'Where?',
        email: spellingOf(n),
      }),
  ],
]

test.each(PLACES)(
  '%s reaches one mailbox no more often than its limit, for any sender and spelling',
  async (place, max, ask) => {
    await onPlan(context.db, context.cast.hannah.viewer.teamId, 1000)
    await flood(ask)
    const count = await mailsToVictim()
    expect([place, count > 0, count <= max]).toEqual([place, true, true])
    note(`mails to one mailbox: ${place}`, `${TRIES} tries at once, ${count} mails, limit ${max}`)
  },
)

test('an invitation is sent again five times a day, and thirty times an hour per team', async () => {
  const { client } = context.cast.lin
  await client.post('/mgmt/acct-info/invitations', { email: VICTIM })
  const { id } = await context.db
    .selectFrom('accounts.invitation')
    .select('id')
    .where('email', '=', VICTIM)
    .where('team_id', '=', context.cast.lin.viewer.teamId)
    .executeTakeFirstOrThrow()
  await flood(() => client.post(`/mgmt/acct-info/invitations/${id}/mail`))
  expect(await mailsToVictim()).toBe(6)
  await context.db.deleteFrom('platform.mail').execute()
  await flood((n) => client.post('/mgmt/acct-info/invitations', { email: `guest${n}@kestrel.example` }))
  const { rows } = await sql<{ mails: number }>`select count(*) as mails from platform.mail`.execute(
    context.db,
  )
  expect(rows[0]!.mails).toBeLessThan(30)
})

test('one team sends documents to one mailbox at most fifty times a day', async () => {
  const { viewer, client } = context.cast.lin
  const send = async (email: string) => {
    const id = await finalisedDocument(context.db, viewer)
    await storeSetting(context.db, viewer, id, [{ ...SIGNATORIES[0]!, email }, SIGNATORIES[1]!])
    return (await client.post(`/mgmt/${id}/signing`)).status
  }
  const limit = { name: 'signing-mailbox', points: 50, per: 86_400 }
  for (let n = 0; n < 49; n++) await consumePoint(limit, `${viewer.teamId} ${VICTIM}`)
  expect([await send(spellingOf(1)), await send(spellingOf(2)), await mailsToVictim()]).toEqual([303, 429, 1])
})

test('a signatory is reminded once, and gets one code a minute, despite concurrent requests', async () => {
  const { link, documentId, signatoryId } = await signingDocument(context.db, context.cast.lin.viewer)
  const { email } = SIGNATORIES[0]!
  const before = await mailsToVictim(email)
  await flood(() => context.cast.lin.client.post(`/mgmt/${documentId}/signatories/${signatoryId}/reminder`))
  expect((await mailsToVictim(email)) - before).toBe(1)
  const fresh = new URL(((await lastMailTo(context.db, email)).links as unknown as string[])[0]!).pathname
  expect(fresh).not.toBe(link)
  const browser = newClient(context.db)
  await browser.get(fresh)
  await flood(() => browser.post(`${fresh}/code`))
  expect((await mailsToVictim(email)) - before).toBe(2)
  const begin = Date.now()
  for (let minutes = 2; minutes < 2 * TRIES; minutes += 2) {
    setClock(() => new Date(begin + minutes * MINUTE))
    await newClient(context.db).post(`${fresh}/code`)
  }
  setClock(null)
  expect((await mailsToVictim(email)) - before).toBe(11)
})

test('documents are sent for review fifty times a day to one mailbox, and two hundred times per team', async () => {
  const { viewer, client } = context.cast.lin
  const send = async (email: string) => {
    const { id } = await filledDraft(context.db, viewer)
    await addExternal(context.db, viewer, id, { ...OLIVER, email })
    return (await client.post(`/mgmt/${id}/invite-review`, { due: shanghaiDay(fromNow(3 * DAY)) })).status
  }
  for (let n = 0; n < 49; n++) await consumePoint({ name: 'review-mailbox', points: 50, per: 86_400 }, VICTIM)
  expect([await send(spellingOf(1)), await send(spellingOf(2)), await mailsToVictim()]).toEqual([303, 422, 1])
  const ofTeam = { name: 'review-team', points: 200, per: 86_400 }
  for (let n = 0; n < 197; n++) await consumePoint(ofTeam, viewer.teamId)
  const statuses = [await send('one@kestrel.example'), await send('two@kestrel.example')]
  expect([statuses, await mailsToVictim('two@kestrel.example')]).toEqual([[303, 422], 0])
})

test('one team sends a hundred reminders a day; the refusal says when it can send more', async () => {
  const { viewer, client } = context.cast.lin
  for (let n = 0; n < 99; n++)
    await consumePoint({ name: 'reminders', points: 100, per: 86_400 }, viewer.teamId)
  const one = await signingDocument(context.db, viewer)
  const two = await signingDocument(context.db, viewer)
  const remind = ({ documentId, signatoryId }: typeof one) =>
    client.post(`/mgmt/${documentId}/signatories/${signatoryId}/reminder`)
  expect((await remind(one)).status).toBe(303)
  const refused = await remind(two)
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringMatching(/has reached today’s limit of 100 reminders\. Try again in \d+ hours/),
  ])
})

test('documents of all teams are sent to one mailbox at most a hundred times a day', async () => {
  for (let n = 0; n < 100; n++) await consumeSigningPoints(`team ${n}`, spellingOf(n))
  await expect(consumeSigningPoints('another', spellingOf(1))).rejects.toMatchObject({
    words: 'common.limit.mailbox',
    details: { points: 100 },
  })
})

test('a reviewer is reminded once, and gets one code a minute, despite concurrent requests', async () => {
  const { documentId, oliverId } = await reviewedDocument(context.db, context.cast)
  const { email } = OLIVER
  const before = await mailsToVictim(email)
  await flood(() => context.cast.lin.client.post(`/mgmt/${documentId}/reviewers/${oliverId}/reminder`))
  expect((await mailsToVictim(email)) - before).toBe(1)
  const link = await linkTo(context.db, email)
  const browser = newClient(context.db)
  await browser.get(link)
  await flood(async () => browser.post(link, { email, way: 'code', ...(await captchaOn(browser, link)) }))
  expect((await mailsToVictim(email)) - before).toBe(2)
  // Another network gets its ten codes, each for a new browser.
  await flood(async () => {
    const other = newClient(context.db, config.baseUrl, '203.0.113.9')
    await other.post(link, { email, way: 'code', ...(await captchaOn(other, link)) })
  })
  expect((await mailsToVictim(email)) - before).toBe(12)
})

describe('requests for codes of a mailbox', () => {
  const from = (n: number) => newClient(context.db, config.baseUrl, `203.0.113.${n}`)
  const statuses = async (asking: (n: number) => Promise<Response>) => {
    const got: number[] = []
    for (let n = 0; n < 12; n++) got.push((await asking(n)).status)
    return got.filter((status) => status === 200).length
  }

  test('by strangers share a limit: ten per network or browser, thirty in all; the owner’s limit is separate', async () => {
    const { viewer, client: inside } = context.cast.zhou
    const email = viewer.email!
    const known = from(200)
    const entering = { login: 'zhou', password: 'Lotus2026', agreement: 'yes' }
    expect((await known.post('/acct/login', entering)).status).toBe(303)
    await known.post('/logout')
    expect([...known.cookies.keys()].sort()).toEqual(['device', 'visitor'])
    expect(await statuses(() => askForCode(from(1), email, 'login'))).toBe(10)
    const moving = from(2)
    await moving.get('/acct/register')
    expect(
      await statuses((n) => {
        const moved = from(2 + n)
        for (const [name, value] of moving.cookies) moved.cookies.set(name, value)
        // The limit per minute is another one, and each purpose has its own.
        setClock(() => new Date(Date.now() + n * 2 * MINUTE))
        return askForCode(moved, email, 'password').finally(() => setClock(null))
      }),
    ).toBe(10)
    expect(await statuses((n) => askForCode(from(50 + n), email, 'login'))).toBe(10)
    // The same limit applies on another person's known device.
    const otherDevice = from(201)
    await otherDevice.post('/acct/login', { ...entering, login: 'lin' })
    await otherDevice.post('/logout')
    expect((await askForCode(otherDevice, email, 'login')).status).toBe(429)
    expect((await askForCode(known, email, 'login')).status).toBe(200)
    expect((await askForCode(inside, email, 'password')).status).toBe(200)
  })

  test('reveal nothing: a known address and an unknown one have the same limit', async () => {
    const answers = async (email: string) => {
      const got: string[] = []
      for (let n = 0; n < 12; n++) {
        const answer = await askForCode(from(100), email, 'password', 'qishu', { 'hx-request': 'true' })
        const html = await answer.text()
        got.push(`${answer.status} ${fieldProblem(html, 'captcha').replace(/\d+ minutes?/, '')}`)
      }
      await sql`delete from platform.rate_limit`.execute(context.db)
      return got
    }
    expect(await answers('nobody@kestrel.example')).toEqual(await answers(context.cast.hannah.viewer.email!))
  })

  test('are counted for the longest addresses too', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(55)}.example`
    expect(email.length).toBeGreaterThan(240)
    expect(await statuses((n) => askForCode(from(130 + (n % 2)), email))).toBe(12)
    expect(await statuses(() => askForCode(from(130), email))).toBe(4)
  })

  test('for a new address of an account require its login', async () => {
    const ask = async (client: Client) => {
      const captchaId = await freshCaptcha(client)
      const captcha = { captchaId, captcha: 'qishu', captchaProof: work(captchaId) }
      return client.post('/acct/codes', { purpose: 'email', email: VICTIM, ...captcha })
    }
    const stranger = await ask(from(120))
    const outcome = [stranger.status, stranger.headers.get('location'), await mailsToVictim()]
    expect(outcome).toEqual([303, '/acct/login', 0])
    expect([(await ask(context.cast.zhou.client)).status, await mailsToVictim()]).toEqual([200, 1])
  })
})

test('a deletion request notifies support once, however often it is sent', async () => {
  const { client, viewer } = context.cast.zhou
  await flood(() => client.post('/mgmt/acct-info/deletion', { words: 'please' }))
  expect(await mailsToVictim(viewer.email!)).toBeLessThanOrEqual(1)
})
