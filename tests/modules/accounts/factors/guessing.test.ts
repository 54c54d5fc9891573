import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { codeOf, giveApp } from '#tests/cast/factors.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { formProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

const STEP = '/acct/second-factor'
const context = setUpCast()

describe('guessing a second factor', () => {
  countRequests(() => context.db)

  test('right codes do not use up attempts', async () => {
    const { codes } = await giveApp(context.db, context.cast.hannah.viewer.id)
    for (const code of codes) {
      const client = newClient(context.db)
      await logIn(client, { login: 'hannah' })
      expect((await client.post(STEP, { way: 'recovery', code })).status).toBe(303)
    }
  })

  test('of forty parallel guesses five are checked, and then even the right code is refused', async () => {
    const app = await giveApp(context.db, context.cast.lin.viewer.id)
    await logIn(context.client)
    const rightCode = codeOf(app.secret)
    const guesses = Array.from({ length: 40 }, (_, n) =>
      String((Number(rightCode) + 1 + n) % 1e6).padStart(6, '0'),
    )
    const answers = await Promise.all(
      guesses.map((code, n) => context.client.post(STEP, { way: n % 2 ? 'totp' : 'recovery', code })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    const otherClient = newClient(context.db)
    await logIn(otherClient)
    const waits = await otherClient.post(STEP, { way: 'totp', code: codeOf(app.secret) })
    expect([waits.status, formProblem(await waits.text())]).toEqual([
      429,
      expect.stringMatching(/Too many wrong codes. Try again in \d+ minutes/),
    ])
    expect(waits.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(otherClient.cookies.has(SESSION_COOKIE)).toBe(false)
  })
})
