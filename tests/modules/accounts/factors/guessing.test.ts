import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { codeOf, giveApp } from '#tests/cast/factors.ts'
import { heldCast, logIn } from '#tests/cast/held.ts'
import { newClient } from '#tests/support/client.ts'
import { formProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

const STEP = '/acct/second-factor'
const held = heldCast()

describe('guessing a second factor', () => {
  countRequests(() => held.db)

  test('right codes cost nothing', async () => {
    const { codes } = await giveApp(held.db, held.cast.hannah.viewer.id)
    for (const code of codes) {
      const client = newClient(held.db)
      await logIn(client, { login: 'hannah' })
      expect((await client.post(STEP, { way: 'recovery', code })).status).toBe(303)
    }
  })

  test('of forty parallel guesses five are checked, and then the right code waits too', async () => {
    const app = await giveApp(held.db, held.cast.lin.viewer.id)
    await logIn(held.client)
    const right = codeOf(app.secret)
    const guesses = Array.from({ length: 40 }, (_, n) =>
      String((Number(right) + 1 + n) % 1e6).padStart(6, '0'),
    )
    const answers = await Promise.all(
      guesses.map((code, n) => held.client.post(STEP, { way: n % 2 ? 'totp' : 'recovery', code })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    const other = newClient(held.db)
    await logIn(other)
    const waits = await other.post(STEP, { way: 'totp', code: codeOf(app.secret) })
    expect([waits.status, formProblem(await waits.text())]).toEqual([
      429,
      expect.stringMatching(/Too many wrong codes. Try again in \d+ minutes/),
    ])
    expect(waits.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(other.cookies.has(SESSION_COOKIE)).toBe(false)
  })
})
