// Alone: it reads the log through a separate pino, and starts telemetry, which is possible once per process.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { LOG_KEYS, SALTS } from '#src/auth/signature.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { startTelemetry } from '#src/telemetry/telemetry.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { askForCode, type CodePurpose, freshCaptcha, registration } from '#tests/cast/registration.ts'
import { SIGNATORIES } from '#tests/cast/signing.ts'
import { inviteByMail, onPlan } from '#tests/cast/teams.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { failingDatabase } from '#tests/support/failing-database.ts'
import { holding, openJournal } from '#tests/support/journal.ts'
import { note } from '#tests/support/measured.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

/** The lines of the log, written with the product's options. */
const lines = vi.hoisted((): string[] => [])

const { collector, wechat } = await vi.hoisted(async () => {
  const { startCollector } = await import('#tests/support/otlp.ts')
  const { startWechatStub, WECHAT_KEYS } = await import('#tests/stubs/wechat.ts')
  const collector = await startCollector()
  const wechat = await startWechatStub()
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'always_on',
    WECHAT_APP_ID: WECHAT_KEYS.appid,
    WECHAT_APP_SECRET: WECHAT_KEYS.secret,
    WECHAT_BASE: wechat.url,
  })
  return { collector, wechat }
})

vi.mock('pino', async (original) => {
  const { default: pino } = await original<typeof import('pino')>()
  const written = { write: (line: string) => void lines.push(line) }
  const spied = (options: object) => pino({ ...options, level: 'debug' }, written)
  return { default: Object.assign(spied, { stdTimeFunctions: pino.stdTimeFunctions }) }
})

let world: World
let smtp: MailStub
let stopTelemetry: () => Promise<void>
const outside: string[] = []
const { secrets, keepCookies, logs, keptCode, wrongOf } = openJournal(lines)
const db = () => world.db

beforeAll(async () => {
  stopTelemetry = await startTelemetry()
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
  config.CAPTCHA_ANSWER = CAPTCHA
  world = await openWorld(await testDatabase())
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    outside.push(String(input))
    return real(input, init)
  })
  for (const { client } of Object.values(world.cast)) keepCookies(client)
  keepCookies(world.signer)
  lines.length = 0
})
afterAll(async () => {
  vi.restoreAllMocks()
  for (const server of [wechat, collector, smtp]) server.close()
})

const CAPTCHA = 'Wq7xVz'
const WRONG = 'WrongSecret77'
const NEW = 'Kestrel2028'
const OTHER = 'Tern4Harbour'
const OF_WECHAT = 'code-of-wechat-1'
const STALE = 's'.repeat(40)
for (const secret of [PASSWORD, CAPTCHA, WRONG, NEW, OTHER, OF_WECHAT, STALE, 'Kestrel2026', 'TypedAsName99'])
  secrets.add(secret)

const logIn = async (client: Client, fields: Record<string, string>) => {
  const answer = await client.post('/acct/login', { agreement: 'yes', ...fields })
  keepCookies(client)
  return answer
}

async function codeBy(client: Client, address: string, purpose: CodePurpose): Promise<string> {
  expect((await askForCode(client, address, purpose, CAPTCHA)).status).toBe(200)
  return keptCode(db(), address)
}

// The tests depend on each other, in order.
describe('the log', { shuffle: false }, () => {
  test('contains logins by password: every failure with its reason, every success, every new password', async () => {
    const client = newClient(db())
    const wrong = ['entry refused · password · LOGIN_INVALID']
    await logs(wrong, () => logIn(client, { login: 'zhou', password: WRONG }))
    await logs(wrong, () => logIn(client, { login: 'TypedAsName99', password: WRONG }))
    await logs(wrong, () => logIn(client, { login: 'x\r\n{"event":"entered"}', password: WRONG }))
    await logs(['entered · password'], () => logIn(client, { login: 'zhou', password: PASSWORD }))
    const own = (current: string) =>
      client.post('/mgmt/acct-info/password', { current, password: NEW, confirmPassword: NEW })
    await logs(['entry refused · own-password · ORIGIN_PASSWORD_ERROR'], () => own(WRONG))
    await logs(['password set'], () => own(PASSWORD))
    keepCookies(client)
    await logs(['access refused · /mgmt/acct-info/company · ACCESS_DENIED'], () =>
      client.get('/mgmt/acct-info/company'),
    )
    await db()
      .updateTable('accounts.account')
      .set({ state: 'frozen' })
      .where('username', '=', 'zhou')
      .execute()
    await logs(['entry refused · password · ACCOUNT_FREEZE_OR_DEACTIVATE'], () =>
      logIn(newClient(db()), { login: 'zhou', password: NEW }),
    )
    await logs(['access refused · /mgmt/home · ACCOUNT_FREEZE_OR_DEACTIVATE'], () => client.get('/mgmt/home'))
    await db()
      .updateTable('accounts.account')
      .set({ state: 'active' })
      .where('username', '=', 'zhou')
      .execute()
  })

  test('contains codes: requested too soon or without the captcha, wrong, expired, used twice, of another browser, right', async () => {
    const client = newClient(db())
    const refused = ['code misused · login', 'entry refused · email · VERIFICATION_COED_ERROR']
    const email = 'zhou@example.com'
    const code = await codeBy(client, email, 'login')
    const enter = (by: Client, typed: string) => logIn(by, { way: 'email', email, code: typed })
    await logs(refused, () => enter(client, wrongOf(code)))
    await logs(refused, () => enter(newClient(db()), code))
    await logs(['entered · email'], () => enter(client, code))
    await logs(refused, () => enter(client, code))
    client.cookies.delete(SESSION_COOKIE)
    await logs(['code refused · login · ACCESS_DENIED'], () => askForCode(client, email, 'login', CAPTCHA))
    await logs(['code refused · login · CAPTCHA_VERIFICATION_COED_ERROR'], () =>
      askForCode(client, 'other@example.com', 'login', 'not-it'),
    )
    const reset = async (typed: string) =>
      client.post('/acct/forgot-password', {
        channel: 'email',
        email,
        code: typed,
        password: OTHER,
        confirmPassword: OTHER,
      })
    const lost = await codeBy(client, email, 'password')
    await logs(['code misused · password', 'entry refused · forgot-password · VERIFICATION_COED_ERROR'], () =>
      reset(wrongOf(lost)),
    )
    await logs(['password set'], () => reset(lost))
    const mobile = await codeBy(client, '+8613900000009', 'login')
    await logs(['entry refused · mobile · MOBILE_NOT_EXISTS'], () =>
      logIn(client, { way: 'mobile', mobile: '+8613900000009', code: mobile }),
    )
  })

  test('contains a registration and a changed address', async () => {
    const client = newClient(db())
    const email = 'fresh@kestrel.example'
    const code = await codeBy(client, email, 'register')
    const register = (typed: string) => client.post('/acct/register', registration({ email, code: typed }))
    await logs(['code misused · register', 'entry refused · register · VERIFICATION_COED_ERROR'], () =>
      register(wrongOf(code)),
    )
    await logs(['entered · register'], () => register(code))
    keepCookies(client)
    const captchaId = await freshCaptcha(newClient(db()))
    const moved = { purpose: 'email', channel: 'email', email: 'moved@kestrel.example', captcha: CAPTCHA }
    await logs(['code refused · email · CAPTCHA_VERIFICATION_COED_ERROR'], () =>
      client.post('/acct/codes', { ...moved, captchaId }),
    )
    const form = await (await client.get('/mgmt/acct-info/email')).text()
    const mine = /name="captchaId" value="([^"]+)"/.exec(form)![1]!
    expect((await client.post('/acct/codes', { ...moved, captchaId: mine })).status).toBe(200)
    const sent = await keptCode(db(), 'moved@kestrel.example')
    const change = (typed: string, current = 'Kestrel2026') =>
      client.post('/mgmt/acct-info/email', { email: 'moved@kestrel.example', code: typed, current })
    await logs(['entry refused · own-email · ORIGIN_PASSWORD_ERROR'], () => change(sent, WRONG))
    await logs(['code misused · email', 'entry refused · own-email · VERIFICATION_COED_ERROR'], () =>
      change(wrongOf(sent)),
    )
    await logs([], () => change(sent))
  })

  test('contains an invitation: opened, accepted by the wrong and the right person, and an unknown one', async () => {
    await onPlan(db(), world.cast.lin.viewer.teamId)
    const link = await inviteByMail(db(), world.cast.lin.client, 'moved@kestrel.example')
    secrets.add(link.split('/').at(-1)!)
    await logs([], () => newClient(db()).get(link))
    await logs([], () => newClient(db()).post(`${link}/acceptance`))
    await logs(['access refused · /invitation/:token/acceptance · ACCESS_DENIED'], () =>
      world.cast.hannah.client.post(`${link}/acceptance`),
    )
    const client = newClient(db())
    const code = await codeBy(client, 'moved@kestrel.example', 'login')
    await logs(['entered · email'], () =>
      logIn(client, { way: 'email', email: 'moved@kestrel.example', code }),
    )
    await logs([], () => client.post(`${link}/acceptance`))
    await logs(['access refused · /invitation/:token · NO_EXISTS'], () =>
      newClient(db()).get(`/invitation/${STALE}`),
    )
  })

  test('contains WeChat: linked, used to log in, refused, and a state of another browser', async () => {
    const back = async (client: Client, code: string) => {
      const away = await client.post('/acct/login-wechat', { agreement: 'yes', current: PASSWORD })
      const state = new URL(away.headers.get('location')!).searchParams.get('state')!
      secrets.add(state)
      return client.get(`/acct/login-wechat/return?code=${code}&state=${state}`)
    }
    const person = { openid: 'o-hannah', unionid: 'u-hannah', nickname: '韩娜\r\nHannah' }
    const { client } = world.cast.hannah
    for (const code of [OF_WECHAT, 'code-of-wechat-2']) {
      wechat.codes.set(code, person)
      secrets.add(code).add(`token-of-${code}`)
    }
    await logs(['entry refused · bind-social · ORIGIN_PASSWORD_ERROR'], () =>
      client.post('/acct/login-wechat', { current: WRONG }),
    )
    await logs([], () => back(client, OF_WECHAT))
    const stranger = newClient(db())
    await logs(['entered · social'], () => back(stranger, 'code-of-wechat-2'))
    keepCookies(stranger)
    const failed = 'entry refused · social · SOCIAL_FAILED'
    await logs(['wechat refused', failed], () => back(newClient(db()), OF_WECHAT))
    await logs([failed], () => stranger.get(`/acct/login-wechat/return?state=${STALE}&code=${OF_WECHAT}`))
    expect(outside.length).toBeGreaterThan(4)
  })

  test('contains a signatory: a code requested too soon, wrong, used and right, and an unknown link', async () => {
    const { documentId, signatoryId } = world.signing
    await db().deleteFrom('signing.builtin_code').execute()
    await world.cast.lin.client.post(`/mgmt/${documentId}/signatories/${signatoryId}/reminder`)
    const { email } = SIGNATORIES[0]!
    const link = new URL((await lastMailTo(db(), email)).links[0]!).pathname
    for (const path of [link, world.signing.link]) secrets.add(path.split('/').at(-1)!)
    const client = newClient(db())
    await logs([], () => client.post(`${link}/code`))
    const code = await keptCode(db(), email)
    await logs(['code refused · sign · ACCESS_DENIED'], () => client.post(`${link}/code`))
    const enter = (typed: string) => client.post(`${link}/entrance`, { code: typed })
    const refused = ['code misused · sign', 'entry refused · sign · VERIFICATION_COED_ERROR']
    await logs(refused, () => enter(wrongOf(code)))
    await logs(['entered · sign'], () => enter(code))
    await logs(refused, () => enter(code))
    keepCookies(client)
    const page = `/signing/${world.signing.signatoryId}`
    await logs([], () => client.post(`${page}/signature`, { kind: 'typed', typed: '陈莲' }))
    await logs([], () => newClient(db()).get(page))
    await logs(['access refused · /sign/:token · NOT_FOUND'], () => newClient(db()).get(`/sign/${STALE}`))
    const broken = newClient(failingDatabase(db()))
    const before = lines.length
    expect((await broken.get(link)).status).toBe(500)
    expect(JSON.parse(lines[before]!)).toMatchObject({ msg: 'request failed', route: '/sign/:token' })
  })

  test('contains every denied access by the route’s name: no login, no permission, another team’s, a foreign page', async () => {
    const { lin, hannah, zhou } = world.cast
    const stranger = newClient(db())
    const denied = (route: string, reason: string) => [`access refused · ${route} · ${reason}`]
    await logs(denied('/mgmt/home', 'F_GET_TOKEN_FAILED'), () => stranger.get('/mgmt/home'))
    await logs(denied('/api/customer/user-info', 'F_GET_TOKEN_FAILED'), () =>
      stranger.get('/api/customer/user-info'),
    )
    await logs(denied('/mgmt/new-doc', 'FOREIGN_ORIGIN'), () =>
      lin.client.post('/mgmt/new-doc', {}, { origin: 'https://evil.example' }),
    )
    await logs(denied('/mgmt/:id/view-doc', 'NOT_FOUND'), () =>
      hannah.client.get(`/mgmt/${world.draft.id}/view-doc`),
    )
    await logs(denied('/mgmt/:id/name', 'NOT_FOUND'), () =>
      hannah.client.put(`/mgmt/${newId()}/name`, { name: 'x', number: 'y' }),
    )
    await logs(denied('/mgmt/acct-info/members/:id', 'MEMBER_NOT_EXISTS'), () =>
      hannah.client.get(`/mgmt/acct-info/members/${zhou.viewer.id}`),
    )
    await logs(denied('/desk/accounts', 'NOT_FOUND'), () => hannah.client.get('/desk/accounts'))
    await logs([], () => stranger.get('/no%0d%0a{"event":"entered"}'))
    await logs(['access refused · /mgmt/:id/view-doc · F_REFRESH_TOKEN_FAILED'], async () => {
      const old = newClient(db())
      await logIn(old, { login: 'lin', password: PASSWORD })
      lines.splice(
        lines.findLastIndex((line) => line.includes('"entered"')),
        1,
      )
      await lin.client.post('/mgmt/acct-info/other-sessions/ending')
      await old.get(`/mgmt/%0d%0aforged/view-doc`)
    })
  })

  test('contains no secret in any line, span, subject or called address', async () => {
    smtp.refuse = 550
    await askForCode(newClient(db()), 'gone@kestrel.example', 'register', CAPTCHA)
    await workWaitingJobs(db())
    expect(lines.at(-1)).toContain('message refused')
    await stopTelemetry()
    const hashes = await db().selectFrom('accounts.account').select('password_hash').execute()
    const salts = [config.secretKey, ...Object.values(SALTS), LOG_KEYS.web!]
    for (const secret of [...salts, ...hashes.map((row) => row.password_hash)]) secrets.add(secret)
    const mails = await db().selectFrom('platform.mail').selectAll().execute()
    for (const link of mails.flatMap((mail) => mail.links as unknown as string[]))
      if (!new URL(link).pathname.startsWith('/mgmt/')) secrets.add(link.split('/').at(-1)!)
    for (const { text } of mails)
      for (const [, code] of text.matchAll(/access code: (\w{8})/g)) secrets.add(code!)
    const calls = outside.map((url) => url.replaceAll(/(?<=[?&](appid|secret|code|access_token)=)[^&]*/g, ''))
    const places = { log: lines, spans: collector.bodies, subjects: mails.map((mail) => mail.subject), calls }
    expect([...secrets].filter((secret) => secret.length < 6)).toEqual([])
    for (const [place, texts] of Object.entries(places)) {
      expect([place, texts.length > 0]).toEqual([place, true])
      for (const secret of secrets) {
        const pattern = holding(secret)
        expect([place, secret, texts.filter((text) => pattern.test(text))]).toEqual([place, secret, []])
      }
    }
    for (const line of lines) {
      expect(line.match(/\n/g)).toHaveLength(1)
      expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    expect(collector.names().length).toBeGreaterThan(500)
    const names = new Set(collector.names())
    for (const name of [
      'POST /acct/login',
      'POST /sign/:token/entrance',
      'GET /invitation/:token',
      'process mail',
    ])
      expect(names).toContain(name)
    expect([...names].filter((name) => /[a-z2-7]{40}|[0-9a-f]{8}-/.test(name))).toEqual([])
    note(
      'secrets in the log, spans, subjects and calls of a whole run',
      `0 of ${secrets.size} in ${lines.length} lines, ${collector.names().length} spans, ${mails.length} subjects`,
    )
  })
})
