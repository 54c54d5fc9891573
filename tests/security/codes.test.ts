import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  consumeVerificationCode,
  newVerificationCode,
} from '#modules/accounts/entry/codes/verification-code.ts'
import { CODE_PURPOSES } from '#modules/accounts/schema.ts'
import { DAY, MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { askForCode } from '#tests/cast/registration.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'

let db: Db
let time: number
let count = 0

beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(() => {
  time = Date.parse('2026-03-02T09:00:00+08:00')
  setClock(() => new Date(time))
})
afterEach(() => setClock(null))

const VISITOR = 'v'.repeat(40)

const newRequest = () => ({
  purpose: 'login' as const,
  address: `safe${++count}@kestrel.example`,
  visitor: VISITOR,
})

const wrongOf = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

test('a code has six digits, spread over the whole million', async () => {
  const codes: string[] = []
  for (let n = 0; n < 200; n++) codes.push(await newVerificationCode(db, newRequest()))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(195)
  for (let place = 0; place < 6; place++) expect(new Set(codes.map((code) => code[place])).size).toBe(10)
})

test('five wrong tries, concurrent or in sequence, invalidate the code', async () => {
  for (const atOnce of [true, false]) {
    const request = newRequest()
    const code = await newVerificationCode(db, request)
    const tries = [1, 2, 3, 4, 5].map((by) => () => consumeVerificationCode(db, request, wrongOf(code, by)))
    if (atOnce) await Promise.all(tries.map((guess) => guess()))
    else for (const guess of tries) await guess()
    expect(await consumeVerificationCode(db, request, code)).toBe(false)
  }
})

test('five of a hundred concurrent guesses are checked: a chance of five in a million', async () => {
  const request = newRequest()
  const code = await newVerificationCode(db, request)
  const guesses = Array.from({ length: 100 }, (_, n) => (n === 99 ? code : wrongOf(code, n + 1)))
  await Promise.all(guesses.map((guess) => consumeVerificationCode(db, request, guess)))
  const { tries } = await db
    .selectFrom('accounts.verification_code')
    .select('tries')
    .where('address', '=', request.address)
    .executeTakeFirstOrThrow()
  expect(tries).toBe(5)
  note('tries of one code that are looked at', '5 of 100 at once')
})

test('of fifty right answers at once, exactly one succeeds', async () => {
  const request = newRequest()
  const code = await newVerificationCode(db, request)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => consumeVerificationCode(db, request, code)),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  note('parallel checks of one right code', '1 of 50 succeeds')
})

test('a code is valid for its own purpose, address and browser only', async () => {
  const request = newRequest()
  const code = await newVerificationCode(db, request)
  for (const purpose of CODE_PURPOSES.filter((one) => one !== 'login'))
    expect([purpose, await consumeVerificationCode(db, { ...request, purpose }, code)]).toEqual([
      purpose,
      false,
    ])
  expect(await consumeVerificationCode(db, { ...request, address: 'x@kestrel.example' }, code)).toBe(false)
  expect(await consumeVerificationCode(db, { ...request, visitor: 'w'.repeat(40) }, code)).toBe(false)
  expect(await consumeVerificationCode(db, request, code)).toBe(true)
})

describe('another code', () => {
  const refusal = (error: { code: string; status: number; details: object }) => [
    error.code,
    error.status,
    error.details,
  ]

  test('can be requested after a minute to the millisecond, and invalidates the previous one', async () => {
    const request = newRequest()
    const first = await newVerificationCode(db, request)
    time += MINUTE - 100
    const early = await newVerificationCode(db, request).catch((error) => error)
    expect(refusal(early)).toEqual(['ACCESS_DENIED', 403, { retryAfter: 1, minutes: 1 }])
    time += 99
    await expect(newVerificationCode(db, request)).rejects.toThrow('ACCESS_DENIED')
    time += 1
    const second = await newVerificationCode(db, request)
    if (first !== second) expect(await consumeVerificationCode(db, request, first)).toBe(false)
    expect(await consumeVerificationCode(db, request, second)).toBe(true)
  })

  test('of another browser is independent: of its waiting time, validity and daily limit', async () => {
    const request = newRequest()
    const code = await newVerificationCode(db, request)
    for (let n = 0; n < 12; n++) {
      const other = { ...request, visitor: String(n).padStart(40, 'a') }
      const theirs = await newVerificationCode(db, other)
      for (let by = 1; by <= 5; by++)
        expect(await consumeVerificationCode(db, other, wrongOf(theirs, by))).toBe(false)
    }
    expect(await consumeVerificationCode(db, request, code)).toBe(true)
    for (let n = 0; n < 9; n++) {
      time += MINUTE
      await newVerificationCode(db, request)
    }
    time += MINUTE
    await expect(newVerificationCode(db, request)).rejects.toThrow('ACCESS_DENIED')
  })

  test('can be requested ten times a day per browser and address, for all purposes together', async () => {
    const request = newRequest()
    for (let n = 0; n < 10; n++, time += 2 * MINUTE)
      await newVerificationCode(db, { ...request, purpose: n % 2 ? 'login' : 'password' })
    for (const purpose of ['login', 'password', 'register'] as const)
      await expect(newVerificationCode(db, { ...request, purpose })).rejects.toThrow('ACCESS_DENIED')
    time += DAY
    await newVerificationCode(db, request)
  })

  describe('with limits', () => {
    countRequests(() => db)

    test('one network gets thirty codes an hour', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 32; n++) {
        const client = newClient(db, config.baseUrl, '203.0.113.5')
        statuses.push((await askForCode(client, `many${n}@kestrel.example`)).status)
      }
      expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
      const refused = newClient(db, config.baseUrl, '203.0.113.5')
      const answer = await askForCode(refused, 'many@kestrel.example', 'register', 'qishu', {
        'hx-request': 'true',
      })
      const message = /^Too many attempts\. Please wait \d+ minutes? and try again\.$/
      expect(fieldProblem(await answer.text(), 'captcha')).toMatch(message)
      const elsewhere = newClient(db, config.baseUrl, '203.0.113.6')
      expect((await askForCode(elsewhere, 'elsewhere@kestrel.example')).status).toBe(200)
    })
  })
})
