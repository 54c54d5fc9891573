import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { openCast, type Person } from '#tests/cast/people.ts'
import {
  askForCode,
  type CodePurpose,
  codeFor,
  freshCaptcha,
  registration,
} from '#tests/cast/registration.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { rankSumP } from '#tests/support/rank-sum.ts'
import { ALL_LARGE, caseCount } from '#tests/support/runs.ts'

const PAIRS = caseCount(12, 200)

if (process.env.LONG === '1') vi.setConfig({ testTimeout: 600_000 })

let db: Db
let lin: Person

beforeAll(async () => {
  db = await testDatabase()
  lin = (await openCast(db)).lin
  await onPlan(db, lin.viewer.teamId, 1000)
  await db
    .updateTable('accounts.account')
    .set({ mobile: '+8613900000001' })
    .where('username', '=', 'lin')
    .execute()
})

/** The visible part of a response, without random values and the submitted text. */
async function seenOf(answer: Response, typed: string[]): Promise<string> {
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)?.[1] ?? 'NONE'
  const headers = [...answer.headers].filter(([name]) => !['set-cookie', 'date'].includes(name))
  const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))
  let all = `${answer.status} ${JSON.stringify(headers)} ${cookies} ${await answer.text()}`.replaceAll(
    nonce,
    'NONCE',
  )
  for (const word of typed) all = all.replaceAll(word, 'TYPED').replaceAll(word.replace('+', '%2B'), 'TYPED')
  return all.replace(/name="captchaId" value="[^"]+"|base64,[^"]+/g, '')
}

type Ask = (client: Client, who: string) => Promise<Response>

const wrongLogin: Ask = (client, login) =>
  client.post('/acct/login', { login, password: 'Wrong2026', agreement: 'yes' })
const askFor =
  (purpose: CodePurpose): Ask =>
  (client, address) =>
    askForCode(client, address, purpose)
const wrongCode =
  (path: string, more: Record<string, string>): Ask =>
  (client, address) =>
    client.post(path, {
      ...(address.includes('@') ? { email: address } : { mobile: address }),
      code: '000000',
      agreement: 'yes',
      ...more,
    })
const invite: Ask = (client, email) => {
  for (const [name, value] of lin.client.cookies) client.cookies.set(name, value)
  return client.post('/mgmt/acct-info/invitations', { email })
}
const NEW = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }

const CASES: [string, Ask, string, string][] = [
  ['a login with a wrong password, by name', wrongLogin, 'zhou', 'nemo'],
  ['a login with a wrong password, by email', wrongLogin, 'ruo@example.com', 'nemo@example.com'],
  ['asking for a code to log in, by email', askFor('login'), 'zhou@example.com', 'none@example.com'],
  ['asking for a code to log in, by mobile', askFor('login'), '+8613900000001', '+8613900000002'],
  ['asking for a code for a new password', askFor('password'), 'lin@example.com', 'nil@example.com'],
  ['asking for a code to register', askFor('register'), 'ruo@example.com', 'sol@example.com'],
  [
    'a wrong code to log in',
    wrongCode('/acct/login', { way: 'email' }),
    'lin@example.com',
    'nix@example.com',
  ],
  [
    'a wrong code for a new password',
    wrongCode('/acct/forgot-password', { channel: 'email', ...NEW }),
    'lin@example.com',
    'nix@example.com',
  ],
  [
    'a wrong code to register',
    wrongCode('/acct/register', { ...registration(), code: '000000' }),
    'hannah@example.com',
    'sun@example.com',
  ],
  ['an invitation into a team', invite, 'hannah@example.com', 'sun@example.com'],
]

test.each(CASES)('%s: known and unknown get the same response', async (_, ask, known, unknown) => {
  const seen: string[] = []
  const messages: number[] = []
  for (const who of [known, unknown]) {
    const client = newClient(db)
    await client.get('/healthz')
    const before = (await mailsTo(db, who)).length
    seen.push(await seenOf(await ask(client, who), [who]))
    messages.push((await mailsTo(db, who)).length - before)
  }
  expect(seen[0]).toBe(seen[1])
  expect(messages[0]).toBe(messages[1])
})

test('after six wrong passwords a known and an unknown name both get the captcha', async () => {
  const seen = await Promise.all(
    ['hannah', 'nobody'].map(async (login) => {
      const client = newClient(db)
      const all: string[] = []
      for (let n = 0; n < 6; n++) all.push(await seenOf(await wrongLogin(client, login), [login]))
      return all
    }),
  )
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]![5]).toContain('captcha-part')
})

test('a person who has verified an address by its code may learn that it has no account', async () => {
  for (const [address, field, code] of [
    ['nobody2@example.com', 'email', 'EMAIL_NOT_EXISTS'],
    ['+8613900000009', 'mobile', 'MOBILE_NOT_EXISTS'],
  ] as const)
    for (const [purpose, path, more] of [
      ['login', '/acct/login', { way: field, agreement: 'yes' }],
      ['password', '/acct/forgot-password', { channel: field, ...NEW }],
    ] as const) {
      const client = newClient(db)
      const right = await codeFor(db, client, address, purpose)
      const fields = { ...more, [field]: address }
      const wrong = { ...fields, code: right === '000000' ? '000001' : '000000' }
      const program = { accept: 'application/json' }
      const first = await (await client.post(path, wrong, program)).json()
      expect(first.errorCode).toBe('VERIFICATION_COED_ERROR')
      const answer = await client.post(path, { ...fields, code: right }, program)
      expect([purpose, answer.status, (await answer.json()).errorCode]).toEqual([purpose, 422, code])
    }
})

describe('the response time', () => {
  /** Prepares everything that does not depend on the person. The returned function is timed. */
  type Prepare = (client: Client, who: string) => Promise<() => Promise<Response>>

  async function timesOf(prepare: Prepare, known: string, unknown: string) {
    const times: [number[], number[]] = [[], []]
    for (let n = -2; n < PAIRS; n++)
      for (const which of n % 2 ? [0, 1] : [1, 0]) {
        const client = newClient(db)
        await client.get('/healthz')
        const ask = await prepare(client, which ? unknown : known)
        const begun = performance.now()
        await (await ask()).text()
        if (n >= 0) times[which]!.push(performance.now() - begun)
        await db.deleteFrom('accounts.login_failure').execute()
        await db.deleteFrom('accounts.invitation').execute()
        await db
          .updateTable('accounts.verification_code')
          .set({ created_at: new Date(0) })
          .execute()
      }
    return times
  }

  const plainly =
    (ask: Ask): Prepare =>
    async (client, who) =>
    () =>
      ask(client, who)
  const code =
    (purpose: CodePurpose): Prepare =>
    async (client, email) => {
      const captchaId = await freshCaptcha(client, purpose)
      return () =>
        client.post('/acct/codes', { purpose, channel: 'email', email, captchaId, captcha: 'qishu' })
    }
  const wrong = { channel: 'email', way: 'email', ...NEW }

  const TIMED: [what: string, prepare: Prepare, known: string, unknown: string][] = [
    ['a wrong password', plainly(wrongLogin), 'zhou', 'nemo'],
    ['asking for a code', code('login'), 'zhou@example.com', 'noon@example.com'],
    ['asking for a code for a new password', code('password'), 'zhou@example.com', 'noon@example.com'],
    ['asking for a code to register', code('register'), 'zhou@example.com', 'noon@example.com'],
    [
      'a wrong code to log in',
      plainly(wrongCode('/acct/login', wrong)),
      'zhou@example.com',
      'noon@example.com',
    ],
    [
      'a wrong code for a new password',
      plainly(wrongCode('/acct/forgot-password', wrong)),
      ...(['zhou@example.com', 'noon@example.com'] as const),
    ],
    ['an invitation', plainly(invite), 'hannah@example.com', 'noon@example.com'],
  ]

  test.each(ALL_LARGE ? TIMED : TIMED.slice(0, 2))(
    `does not distinguish known and unknown: %s, ${PAIRS} pairs`,
    async (what, prepare, known, unknown) => {
      const differences: number[] = []
      // A busy machine may affect one round; a real difference shows in every round.
      for (let round = 0; round < 3; round++) {
        const [a, b] = await timesOf(prepare, known, unknown)
        differences.push(rankSumP(a, b))
        if (differences.at(-1)! > 0.01) break
      }
      note(
        `known against unknown, ${what}`,
        `p = ${differences.at(-1)!.toFixed(3)} by Mann-Whitney over ${PAIRS} pairs`,
      )
      expect(differences.at(-1)).toBeGreaterThan(0.01)
    },
  )
})

test('the measurement detects a real difference', () => {
  const spread = Array.from({ length: 50 }, (_, n) => n / 10)
  expect(
    rankSumP(
      spread,
      spread.map((n) => n + 0.01),
    ),
  ).toBeGreaterThan(0.5)
  expect(
    rankSumP(
      spread,
      spread.map((n) => n + 2),
    ),
  ).toBeLessThan(0.001)
})
