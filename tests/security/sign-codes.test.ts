import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signerLink } from '#modules/signing/providers/builtin/signer-link.ts'
import { HOUR, MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db
let cast: Cast
let signatoryId: string
let link: string
let client: Client
let time: number

const EMAIL = SIGNATORIES[0]!.email

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  signatoryId = (await signingDocument(db, cast.lin.viewer)).signatoryId
})
beforeEach(async () => {
  link = new URL(await signerLink(db, signatoryId)).pathname
  await db.deleteFrom('signing.builtin_code').execute()
  client = newClient(db)
  time = Date.parse('2026-11-22T09:00:00+08:00')
  setClock(() => new Date(time))
})
afterEach(() => setClock(null))

const ask = (by: Client = client) => by.post(`${link}/code`)
const enter = async (code: string, by = client) => (await by.post(`${link}/entrance`, { code })).status
const wrongOf = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

async function mailedCode(by: Client = client): Promise<string> {
  expect(fieldProblem(await (await ask(by)).text(), 'code')).toBe('')
  return (await lastMailTo(db, EMAIL)).code!
}

/** The same browser in another network. */
function sameBrowserElsewhere(browser: Client, address: string): Client {
  const moved = newClient(db, config.baseUrl, address)
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  return moved
}

// The tests depend on each other, in order.
describe('one signatory’s codes over time', { shuffle: false }, () => {
  describe('a signing code', () => {
    test('has six digits, is stored as a hash, and is valid once', async () => {
      const code = await mailedCode()
      expect(code).toMatch(/^\d{6}$/)
      const row = await db.selectFrom('signing.builtin_code').selectAll().executeTakeFirstOrThrow()
      expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(row)).not.toContain(code)
      expect([await enter(code), await enter(code)]).toEqual([303, 422])
    })

    test('is valid in the browser that requested it, and in no other with the link', async () => {
      const code = await mailedCode()
      expect(await enter(code, newClient(db))).toBe(422)
      expect(await enter(code)).toBe(303)
    })

    test('is invalid after five wrong tries, also among a hundred at once', async () => {
      const code = await mailedCode()
      await Promise.all(Array.from({ length: 100 }, (_, n) => enter(wrongOf(code, n + 1))))
      const { tries } = await db
        .selectFrom('signing.builtin_code')
        .select('tries')
        .where('signatory_id', '=', signatoryId)
        .executeTakeFirstOrThrow()
      expect(tries).toBe(5)
      expect(await enter(code)).toBe(422)
    })

    test('is accepted once among fifty right answers at once', async () => {
      const code = await mailedCode()
      const statuses = await Promise.all(Array.from({ length: 50 }, () => enter(code)))
      expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    })

    test('expires after ten minutes, to the millisecond', async () => {
      const requestedAt = time
      const code = await mailedCode()
      time = requestedAt + 10 * MINUTE
      expect(await enter(code)).toBe(422)
      time -= 1
      expect(await enter(code)).toBe(303)
    })

    test('can be requested after a minute to the millisecond, and invalidates the previous one', async () => {
      const requestedAt = time
      const first = await mailedCode()
      time = requestedAt + MINUTE - 1
      expect(fieldProblem(await (await ask()).text(), 'code')).toMatch(/one code per minute/)
      time = requestedAt + MINUTE
      const second = await mailedCode()
      if (first !== second) expect(await enter(first)).toBe(422)
      expect(await enter(second)).toBe(303)
    })

    test('of one browser is neither ended nor used up by others with the link, nor is its waiting time', async () => {
      const code = await mailedCode()
      for (let n = 0; n < 12; n++) {
        const other = newClient(db)
        expect((await ask(other)).status).toBe(303)
        for (let by = 1; by <= 5; by++) expect(await enter(wrongOf(code, by), other)).toBe(422)
      }
      expect((await newClient(db).get(`${link}/code`)).status).toBe(303)
      expect(await enter(code)).toBe(303)
    })

    test('is not valid for another signatory, nor after a new link', async () => {
      const code = await mailedCode()
      link = new URL(await signerLink(db, signatoryId)).pathname
      expect(await enter(code)).toBe(422)
    })
  })

  describe('with limits', () => {
    countRequests(() => db)

    test('thirty codes a day go to one mailbox for strangers, ten per network or browser; the signatory’s limit is separate', async () => {
      const count = async () => (await mailsTo(db, EMAIL)).length
      const before = await count()
      const entering = newClient(db, config.baseUrl, '198.51.100.1')
      expect(await enter(await mailedCode(entering), entering)).toBe(303)
      const askOften = async (next: (n: number) => Client) => {
        const sofar = await count()
        for (let n = 0; n < 12; n++, time += 2 * MINUTE) await ask(next(n))
        return (await count()) - sofar
      }
      expect(await askOften(() => newClient(db, config.baseUrl, '203.0.113.1'))).toBe(10)
      const moving = newClient(db)
      await moving.get(link)
      expect(await askOften((n) => sameBrowserElsewhere(moving, `203.0.113.${2 + n}`))).toBe(10)
      expect(await askOften((n) => newClient(db, config.baseUrl, `203.0.113.${50 + n}`))).toBe(9)
      expect((await count()) - before).toBe(30)
      // The session has ended, but the browser is known, so other people have not used up its codes.
      time += 2 * HOUR
      expect(await enter(await mailedCode(entering), entering)).toBe(303)
    })

    test('a person logged in with the signatory’s address does not count as a stranger', async () => {
      const { zhou, hannah } = cast
      const email = zhou.viewer.email!
      await db.updateTable('signing.signatory').set({ email }).where('id', '=', signatoryId).execute()
      for (let n = 0; n < 30; n++) await ask(newClient(db, config.baseUrl, `203.0.113.${n}`))
      const count = async () => (await mailsTo(db, email)).filter(({ code }) => code).length
      expect(await count()).toBe(30)
      await ask(hannah.client)
      expect(await count()).toBe(30)
      await ask(zhou.client)
      expect(await count()).toBe(31)
      await db.updateTable('signing.signatory').set({ email: EMAIL }).where('id', '=', signatoryId).execute()
    })

    test('forty people behind one network address all get their codes', async () => {
      const before = await db.selectFrom('platform.mail').select('id').execute()
      for (let n = 0; n < 40; n++, time += MINUTE / 10) {
        await db
          .updateTable('signing.signatory')
          .set({ email: `many${n}@kestrel.example` })
          .where('id', '=', signatoryId)
          .execute()
        await ask(newClient(db, config.baseUrl, '203.0.113.77'))
      }
      const after = await db.selectFrom('platform.mail').select('id').execute()
      expect(after.length - before.length).toBe(40)
    })
  })
})
