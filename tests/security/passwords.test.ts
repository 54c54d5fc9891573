import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword, passwordFits } from '#modules/accounts/password.ts'
import type { Db } from '#src/database.ts'
import { AppError } from '#src/errors.ts'
import { openCast, PASSWORD } from '#tests/cast/people.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
  await openCast(db)
})

describe('a password is kept', () => {
  test('as argon2id with 19 MiB, two passes and one lane at least, under a salt of its own', async () => {
    const hashes = await Promise.all([PASSWORD, PASSWORD].map(hashPassword))
    const salts = hashes.map((hash) => {
      const [, m, t, p, salt] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$[\w+/]{43}$/.exec(
        hash,
      )!
      expect([Number(m) >= 19_456, Number(t) >= 2, Number(p) >= 1]).toEqual([true, true, true])
      expect(Buffer.from(salt!, 'base64').byteLength).toBeGreaterThanOrEqual(16)
      return salt
    })
    expect(salts[0]).not.toBe(salts[1])
  })

  test('whole: one that differs in its last letter does not fit', async () => {
    const kept = await hashPassword('Sixteen202620260')
    expect(await passwordFits(kept, 'Sixteen202620260')).toBe(true)
    for (const near of ['Sixteen202620261', 'Sixteen20262026', 'Sixteen2026202600', 'sixteen202620260', ''])
      expect([near, await passwordFits(kept, near)]).toEqual([near, false])
  })

  test('in no answer and no other table: a dump knows the hash alone', async () => {
    const { rows } = await db.executeQuery<{ text: string }>(
      (await import('kysely'))
        .sql`select string_agg(account::text, ' ') as text from accounts.account as account`.compile(db),
    )
    expect(rows[0]!.text).toContain('argon2id')
    expect(rows[0]!.text).not.toContain(PASSWORD)
  })
})

const ROUNDS = process.env.LONG === '1' ? 200 : 24

async function medianTimes(logins: string[]): Promise<number[]> {
  const times: number[][] = logins.map(() => [])
  const client = newClient(db)
  for (let round = 0; round < ROUNDS; round++)
    for (const turn of logins.keys()) {
      const at = (turn + round) % logins.length
      const begun = performance.now()
      const answer = await client.post('/acct/login', {
        login: logins[at]!,
        password: 'Wrong2026',
        agreement: 'yes',
      })
      times[at]!.push(performance.now() - begun)
      expect(answer.status).toBe(422)
    }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!)
}

test('an unknown name takes as long as a known one, to 5 % of the median', async () => {
  await medianTimes(['warm', 'up'])
  const differences: number[] = []
  // A busy machine may spoil a round; a real difference spoils every one.
  for (let attempt = 0; attempt < 4; attempt++) {
    const [known, unknown] = await medianTimes(['lin', 'nobody'])
    differences.push(Math.abs(known! - unknown!) / known!)
    if (differences.at(-1)! < 0.05) break
  }
  note(
    'login, unknown against known name',
    `${(Math.min(...differences) * 100).toFixed(1)} % of the median apart`,
  )
  expect(Math.min(...differences)).toBeLessThan(0.05)
})

test('two are hashed at a time and fifty wait; whoever comes after is asked to come again', async () => {
  const kept = await hashPassword(PASSWORD)
  const ends = await Promise.allSettled(Array.from({ length: 60 }, () => passwordFits(kept, PASSWORD)))
  const refused = ends.filter((end) => end.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect([reason.code, reason.status, reason.details.retryAfter]).toEqual(['TOO_MANY_REQUESTS', 429, 5])
  }
  expect(ends.filter((end) => end.status === 'fulfilled' && end.value)).toHaveLength(52)
  expect(await passwordFits(kept, PASSWORD)).toBe(true)
})
