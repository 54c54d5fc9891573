import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { openCast, PASSWORD } from '#tests/cast/people.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'

const GUESSES = caseCount(100, 10_000)
const WRONG = 'Wrong2026'

vi.setConfig({ testTimeout: LONG ? 600_000 : 60_000 })

let db: Db
let time: number

beforeAll(async () => {
  db = await testDatabase()
  await openCast(db)
})
beforeEach(async () => {
  time = Date.parse('2026-03-02T09:00:00+08:00')
  setClock(() => new Date(time))
  await db.deleteFrom('accounts.login_failure').execute()
})
afterEach(() => setClock(null))

const networkClient = (address: string) => newClient(db, config.baseUrl, address)

const logIn = (client: Client, fields: Record<string, string> = {}, headers = {}) =>
  client.post('/acct/login', { login: 'lin', password: PASSWORD, agreement: 'yes', ...fields }, headers)

/** The captcha of the returned form, answered correctly. */
async function answeredCaptcha(answer: Response): Promise<Record<string, string>> {
  return { captchaId: typedValue(await answer.text(), 'captchaId'), captcha: 'qishu' }
}

/** The number of guesses that were checked against the account; each adds a row. */
const checkedGuesses = async (login = 'lin') => {
  const account = await db
    .selectFrom('accounts.account')
    .select('id')
    .where('username', '=', login)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('accounts.login_failure')
    .select('id')
    .where('account_id', '=', account?.id ?? null)
    .execute()
  return rows.length
}

async function attack(guess: (n: number) => Promise<unknown>, count = GUESSES, atOnce = 20) {
  for (let n = 0; n < count; n += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - n) }, (_, k) => guess(n + k)))
}

// The tests depend on each other, in order.
describe('many guesses', { shuffle: false }, () => {
  describe('after five failures', () => {
    test.each(['lin', 'nobody'])(
      'the form requires the captcha for %s, and checks nothing without it',
      async (login) => {
        const client = newClient(db)
        for (let n = 0; n < 4; n++)
          expect(await (await logIn(client, { login, password: WRONG })).text()).not.toContain('captchaId')
        expect(await (await logIn(client, { login, password: WRONG })).text()).toContain('name="captchaId"')
        const without = await (await logIn(client, { login })).text()
        expect(fieldProblem(without, 'captcha')).toBe('This field is required')
        expect(typedValue(without, 'login')).toBe(login)
      },
    )

    test('the right password logs in with the captcha, but not with a wrong or used one', async () => {
      const client = newClient(db)
      let last = await logIn(client, { password: WRONG })
      for (let n = 0; n < 4; n++) last = await logIn(client, { password: WRONG })
      const captcha = await answeredCaptcha(last)
      const wrong = await (await logIn(client, { ...captcha, captcha: 'wrong' })).text()
      expect(fieldProblem(wrong, 'captcha')).toBe('The graphic code is wrong. Here is a new one.')
      expect((await logIn(client, captcha)).status).toBe(422)
      const program = await logIn(client, {}, { accept: 'application/json' })
      expect((await program.json()).errorCode).toBe('CAPTCHA_VERIFICATION_COED_ERROR')
      const again = await answeredCaptcha(await logIn(client))
      expect((await logIn(client, again)).status).toBe(303)
      expect((await logIn(newClient(db))).status).toBe(303)
    })

    test('the captcha is no longer required an hour later', async () => {
      for (let n = 0; n < 5; n++) await logIn(newClient(db), { password: WRONG })
      expect((await logIn(newClient(db))).status).toBe(422)
      time += HOUR + 1000
      expect((await logIn(newClient(db))).status).toBe(303)
    })

    test('username and email of an account are counted together towards the hundred', async () => {
      for (let n = 0; n < 5; n++) await logIn(newClient(db), { password: WRONG })
      for (let n = 0; n < 5; n++) await logIn(newClient(db), { password: WRONG, login: 'lin@example.com' })
      expect(await checkedGuesses()).toBe(10)
    })
  })

  describe(`${GUESSES} guesses against one account`, () => {
    test.each([
      ['one address', () => '203.0.113.7'],
      ['a thousand addresses', (n: number) => `10.${n % 4}.${Math.floor(n / 250) % 250}.${n % 250}`],
    ])('from %s: five are checked, and the owner can still log in', async (what, address) => {
      await attack((n) => logIn(networkClient(address(n)), { password: `Guess${1000 + n}x` }))
      expect(await checkedGuesses()).toBeLessThanOrEqual(5)
      const owner = networkClient('198.51.100.4')
      const captcha = await answeredCaptcha(await logIn(owner))
      expect((await logIn(owner, captcha)).status).toBe(303)
      note(
        `guesses against one account from ${what}`,
        `${GUESSES} made, ${await checkedGuesses()} checked; the owner came in`,
      )
    })

    test('with every captcha solved: at most a hundred an hour are checked, and the owner can log in on a known device', async () => {
      const owner = networkClient('198.51.100.4')
      expect((await logIn(owner)).status).toBe(303)
      await owner.post('/logout')
      await attack(
        async (n) => {
          const client = networkClient(`10.9.${Math.floor(n / 200)}.${n % 200}`)
          const page = await client.get('/acct/login?way=email')
          await logIn(client, { password: `Guess${1000 + n}x`, ...(await answeredCaptcha(page)) })
        },
        Math.min(GUESSES, 1000),
      )
      const failures = await checkedGuesses()
      expect(failures).toBeGreaterThan(50)
      expect(failures).toBeLessThanOrEqual(100)
      const stranger = await logIn(networkClient('192.0.2.77'))
      expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '3600'])
      expect((await logIn(owner)).status).toBe(303)
      for (let n = 0; n < 30; n++) await logIn(owner, { password: WRONG })
      expect(await checkedGuesses()).toBeLessThanOrEqual(100)
      note(
        'failures checked an hour, every captcha solved',
        `${await checkedGuesses()} of ${Math.min(GUESSES, 1000)}`,
      )
    })

    test('a device is known to its own account only, and to none after a new password', async () => {
      const device = networkClient('198.51.100.4')
      await logIn(device)
      for (let n = 0; n < 5; n++) await logIn(newClient(db), { password: WRONG })
      for (let n = 0; n < 5; n++) await logIn(newClient(db), { password: WRONG, login: 'hannah' })
      expect((await logIn(device)).status).toBe(303)
      expect((await logIn(device, { login: 'hannah' })).status).toBe(422)
      const cookie = device.cookies.get('device')!
      for (const forged of [
        cookie.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
        `${Date.now()}.${cookie.split('.')[1]}`,
        'x',
        '.',
      ]) {
        const other = newClient(db)
        other.cookies.set('device', forged)
        expect([forged, (await logIn(other)).status]).toEqual([forged, 422])
      }
      await db
        .updateTable('accounts.account')
        .set({ password_hash: 'x' })
        .where('username', '=', 'lin')
        .execute()
      expect(await (await logIn(device)).text()).toContain('name="captchaId"')
    })
  })

  test('one guess for each of many accounts from one address: fifty an hour are checked, other addresses continue', async () => {
    await attack((n) => logIn(networkClient('203.0.113.9'), { login: `victim_${n}`, password: WRONG }))
    const rows = await db
      .selectFrom('accounts.login_failure')
      .select('id')
      .where('address', '=', '203.0.113.9')
      .execute()
    expect(rows).toHaveLength(50)
    expect((await logIn(networkClient('203.0.113.9'), { login: 'zhou' })).status).toBe(429)
    expect((await logIn(networkClient('203.0.113.10'), { login: 'zhou' })).status).toBe(303)
    time += HOUR + 1000
    expect((await logIn(networkClient('203.0.113.9'), { login: 'zhou' })).status).toBe(303)
    note(
      'one guess each against many accounts, one address',
      `${GUESSES} made, ${rows.length} checked an hour`,
    )
  })

  test('the IPv6 network of one subscriber counts as one address', async () => {
    await attack(
      (n) => logIn(networkClient(`2001:db8:1:2:${n}::1`), { login: `six_${n}`, password: WRONG }),
      70,
    )
    const rows = await db.selectFrom('accounts.login_failure').select('address').execute()
    expect([rows.length, new Set(rows.map((row) => row.address)).size]).toEqual([50, 1])
  })
})
