import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldEntries } from '#modules/accounts/housekeeping.ts'
import { deleteOldConversations } from '#modules/chat/conversation.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { deleteOldFeedback } from '#modules/messaging/feedback.ts'
import { deleteUnusedCodes as forgetReviewCodes } from '#modules/review/entrance/identity.ts'
import { deleteUnusedCodes as forgetSignCodes } from '#modules/signing/providers/builtin/one-time-code.ts'
import { deleteExpired, housekeeping } from '#src/app/housekeeping.ts'
import { drawSum } from '#src/auth/captcha.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { newToken } from '#src/core/secrets.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { logIn } from '#tests/cast/test-context.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'
import { addressOf, BODIES, type Route, siteRoutes } from '#tests/support/routes.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'
import { reporting, signed } from '#tests/support/signed.ts'
import { postFiles } from '#tests/support/upload.ts'

let world: World
let stranger: Client
beforeAll(async () => {
  world = await copyOfWorld()
  stranger = newClient(world.db, undefined, '203.0.113.7')
})
countRequests(() => world.db)
afterAll(() => setClock(null))

/**
 * The tables that anonymous requests fill, and the maximum number of rows that one network can add within
 * minutes. Other tables must not grow at all. A comment beside each limit explains it.
 */
const BOUNDED: Record<string, number> = {
  // Captcha answers (200 in ten minutes, and those of feedback and chat), signed requests (600 a minute),
  // reports (120 a minute); ten minutes.
  'platform.nonce': 200 + 2 * 10 + 600 + 120,
  // One per limit, and one per mailbox, address or vote that a limit allows.
  'platform.rate_limit': 40 + 4 * 30 + 2 * 10 + 60,
  // Thirty an hour; kept for two days.
  'accounts.verification_code': 30,
  // Ten a day for each link from one network; kept for a day, deleted at night.
  'signing.builtin_code': 10,
  // One for each of these codes and for the first opening of the link; kept as long as the document.
  'documents.action': 11,
  // One for each of these rows; kept for ever, because the log proves that they existed.
  'signing.log_leaf': 11,
  'review.link_browser': 10,
  // Sixty an hour; kept for ten minutes, deleted at night.
  'accounts.social_attempt': 60,
  // Fifty an hour; kept for a day.
  'accounts.login_failure': 50,
  // Ten an hour, and a hundred megabytes of files a day; kept for two years, as in the privacy statement.
  'messaging.feedback': 10,
  'chat.conversation': 10,
  'chat.message': 10,
  // Twenty cookies and twenty links of a conversation; kept for thirty days.
  'chat.visitor_token': 10,
  // One for each code, ten for a link, and two for a feedback; kept for ninety days, the job for a week.
  'platform.mail': 30 + 10 + 2 * 10,
  'pgboss.job_common': 30 + 10 + 2 * 10,
  // Sixty refusals an hour from one network; kept for half a year.
  'platform.security_event': 60,
  // A hundred and twenty a minute, two thousand a day; kept for half a year.
  'platform.user_log': 120,
}

/**
 * More requests than any of these limits allows, except those of reports and signed requests, which have a
 * separate number below.
 */
const TIMES = 70

/** The number of rejections of a route after which the daily run stops. */
const ENOUGH = ALL_LARGE ? Number.POSITIVE_INFINITY : 5

/** The rows of every table of the database. */
async function countRows(): Promise<Map<string, number>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace as s on s.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`.execute(world.db)
  const counts = tables.rows.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
  const { rows } = await sql.raw<{ name: string; n: number }>(counts.join(' union all ')).execute(world.db)
  return new Map(rows.map(({ name, n }) => [name, n]))
}

type Rows = Awaited<ReturnType<typeof countRows>>

const grownTables = (before: Rows, after: Rows) =>
  Object.fromEntries(
    [...after].map(([name, n]) => [name, n - before.get(name)!] as const).filter(([, n]) => n > 0),
  )

/** Sends a request without cookies, with a correctly answered captcha and new values. */
async function ask(route: Route, n: number): Promise<Response> {
  const visitor = newToken()
  stranger.cookies.clear()
  stranger.cookies.set('visitor', visitor)
  const path = addressOf(route, world)
  const known: object = BODIES[`${route.method} ${route.path}`] ?? {}
  if (route.method === 'GET') return stranger.get(path)
  if (route.method === 'PUT') return stranger.put(path, known)
  if (route.path.startsWith('/api/logs/')) return report(path, { ...known, remark: `${n}` })
  const typed = { login: `n${n}`, email: `n${n}@kestrel.example`, question: `${n}?`, words: `${n}.` }
  const captcha = answeredCaptcha(visitor)
  const way = { purpose: 'register', channel: 'email', key: newId() }
  return stranger.post(path, { ...known, ...typed, ...captcha, ...way })
}

/** A captcha of this client, with its correct answer. */
function answeredCaptcha(visitor: string) {
  const { id, left, right, minus } = drawSum(visitor)
  return { captchaId: id, captcha: String(minus ? left - right : left + right) }
}

const report = (path: string, body: Record<string, unknown>) =>
  stranger.send('POST', path, { body: JSON.stringify(body), headers: reporting(body) })

/** The routes at which two requests left rows. Closed routes are checked together with the next open one. */
async function routesThatGrow(): Promise<Route[]> {
  const growing: Route[] = []
  let open = 0
  let before = await countRows()
  for (const route of siteRoutes(world.db)) {
    const answer = await ask(route, 1000)
    if (answer.status === 401 || answer.headers.get('location')?.startsWith('/acct/login')) continue
    open++
    await ask(route, 1001)
    const after = await countRows()
    if (Object.keys(grownTables(before, after)).length) growing.push(route)
    before = after
  }
  expect(open).toBeGreaterThan(50)
  return growing
}

// The tests depend on each other, in order.
describe('rows left by anonymous requests', { shuffle: false }, () => {
  let before: Rows
  let growing: Route[]

  test('are found at the routes without a login', async () => {
    before = await countRows()
    growing = await routesThatGrow()
    expect(growing.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/acct/login',
        '/acct/codes',
        '/acct/login-wechat',
        '/online-service',
        '/feedback',
        '/faq/:id/vote',
        '/review/login',
        '/api/logs/users/logs',
      ]),
    )
  })

  test('stay within the limits, in listed tables', async () => {
    for (const route of growing) {
      const times = route.path.startsWith('/api/logs/') ? 130 : TIMES
      let refused = 0
      for (let n = 0; n < times && refused < ENOUGH; n++)
        refused += (await ask(route, n)).status === 429 ? 1 : 0
    }
    const statuses = new Set<number>()
    for (let n = 0; n < 620; n++) statuses.add((await stranger.get(signed('/live', { api: 'pages' }))).status)
    expect([...statuses]).toEqual([204, 429])
    const left = grownTables(before, await countRows())
    note('rows that strangers from one network leave', JSON.stringify(left))
    expect(Object.keys(left).sort()).toEqual(Object.keys(BOUNDED).sort())
    const overgrown = Object.entries(left).filter(([table, rows]) => rows > BOUNDED[table]!)
    expect(overgrown).toEqual([])
  })

  test('do not prevent other people from logging in', async () => {
    const other = newClient(world.db, undefined, '198.51.100.9')
    expect((await other.get(signed('/live', { api: 'pages' }))).status).toBe(204)
    expect((await logIn(other, { login: 'hannah' })).status).toBe(303)
    expect((await other.get('/mgmt/home')).status).toBe(200)
  })

  test('are deleted after their storage period', async () => {
    while (await workWaitingJobs(world.db, { forgiving: true }));
    await sql`update pgboss.job set completed_on = now() - interval '8 days' where state = 'completed'`.execute(
      world.db,
    )
    setClock(() => new Date(Date.now() + 732 * DAY))
    for (const job of [
      deleteExpired,
      housekeeping,
      deleteOldEntries,
      deleteOldFeedback,
      deleteOldConversations,
      forgetSignCodes,
      forgetReviewCodes,
    ])
      await job.now(world.db, {})
    setClock(null)
    const left = Object.keys(grownTables(before, await countRows()))
    const permanent = ['documents.action', 'signing.log_leaf']
    expect(left.filter((table) => table in BOUNDED)).toEqual(permanent)
  })
})

describe('visitor chat', () => {
  const HOME = '/online-service'
  const VISITOR = 'mei@visitor.example'

  async function begin(): Promise<Client> {
    const client = newClient(world.db, undefined, '203.0.113.8')
    const visitor = newToken()
    client.cookies.set('visitor', visitor)
    const captcha = answeredCaptcha(visitor)
    const answer = await client.post(HOME, { words: 'Hello.', email: VISITOR, key: newId(), ...captcha })
    expect(answer.status).toBe(303)
    return client
  }

  const conversation = () =>
    world.db
      .selectFrom('chat.conversation')
      .select(['id', 'last_seq'])
      .where('visitor_email', '=', VISITOR)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  test('accepts a hundred megabytes of files a day per network', async () => {
    const client = await begin()
    const bytes = new Uint8Array(19 * 1024 * 1024)
    bytes.set(new TextEncoder().encode('%PDF-'))
    const file = { field: 'file', name: 'scan.pdf', bytes }
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await postFiles(client, HOME, { words: '', key: newId() }, [file])).status)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    expect((await client.post(HOME, { words: 'Words go on.', key: newId() })).status).toBe(303)
  })

  test('is open in at most twenty browsers, however often its link is opened', async () => {
    await begin()
    const ruo = newClient(world.db)
    await logIn(ruo, { login: 'ruo' })
    const { id } = await conversation()
    const answered = await ruo.post(`/desk/chat/${id}/answer`, {
      words: 'Yes.',
      key: newId(),
    })
    expect(answered.status).toBeLessThan(400)
    await mailUnreadAnswer.now(world.db, { id, seq: (await conversation()).last_seq })
    const link = new URL((await mailsTo(world.db, VISITOR))[0]!.links[0]!).pathname
    let last: Client | undefined
    for (let n = 0; n < 30; n++) {
      last = newClient(world.db, undefined, '203.0.113.8')
      expect((await last.post(link)).status).toBe(303)
    }
    const open = await world.db
      .selectFrom('chat.visitor_token')
      .select('kind')
      .where('conversation_id', '=', id)
      .execute()
    expect(open.filter(({ kind }) => kind === 'cookie')).toHaveLength(20)
    expect(await (await last!.get(HOME)).text()).toContain('Hello.')
  })
})
