import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signerLink } from '#modules/signing/providers/builtin/signer-link.ts'
import type { Db } from '#src/app/database.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db
let signatoryId: string
let link: string
let client: Client
let time: number

const EMAIL = SIGNATORIES[0]!.email

beforeAll(async () => {
  db = await testDatabase()
  const { lin } = await openCast(db)
  signatoryId = (await signingDocument(db, lin.viewer)).signatoryId
})
beforeEach(async () => {
  link = new URL(await signerLink(db, signatoryId)).pathname
  await db.updateTable('signing.builtin_link').set({ code_sent_at: null }).execute()
  client = newClient(db)
  time = Date.parse('2026-11-22T09:00:00+08:00')
  setClock(() => new Date(time))
})
afterEach(() => setClock(null))

const ask = (by = client) => by.post(`${link}/code`)
const enter = async (code: string, by = client) => (await by.post(`${link}/entrance`, { code })).status
const wrongOf = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

async function mailedCode(): Promise<string> {
  expect(fieldProblem(await (await ask()).text(), 'code')).toBe('')
  return (await lastMailTo(db, EMAIL)).code!
}

// Each step stands on those before it.
describe('one signatory’s codes, as time goes on', { shuffle: false }, () => {
  describe('a code to sign by', () => {
    test('has six digits, is kept as a hash, and opens once', async () => {
      const code = await mailedCode()
      expect(code).toMatch(/^\d{6}$/)
      const row = await db.selectFrom('signing.builtin_link').selectAll().executeTakeFirstOrThrow()
      expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(row)).not.toContain(code)
      expect([await enter(code), await enter(code)]).toEqual([303, 422])
    })

    test('serves in the browser that asked for it, and in no other that has the link', async () => {
      const code = await mailedCode()
      expect(await enter(code, newClient(db))).toBe(422)
      expect(await enter(code)).toBe(303)
    })

    test('is dead after five wrong tries, of a hundred at once as well', async () => {
      const code = await mailedCode()
      await Promise.all(Array.from({ length: 100 }, (_, n) => enter(wrongOf(code, n + 1))))
      const { code_tries } = await db
        .selectFrom('signing.builtin_link')
        .select('code_tries')
        .where('signatory_id', '=', signatoryId)
        .executeTakeFirstOrThrow()
      expect(code_tries).toBe(5)
      expect(await enter(code)).toBe(422)
    })

    test('of fifty right answers at once lets one in', async () => {
      const code = await mailedCode()
      const statuses = await Promise.all(Array.from({ length: 50 }, () => enter(code)))
      expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    })

    test('lives ten minutes, to the millisecond', async () => {
      const [asked, code] = [time, await mailedCode()]
      time = asked + 10 * MINUTE
      expect(await enter(code)).toBe(422)
      time -= 1
      expect(await enter(code)).toBe(303)
    })

    test('is made anew after a minute to the millisecond, and kills the one before', async () => {
      const [asked, first] = [time, await mailedCode()]
      time = asked + MINUTE - 1
      expect(fieldProblem(await (await ask()).text(), 'code')).toMatch(/one code per minute/)
      time = asked + MINUTE
      const second = await mailedCode()
      if (first !== second) expect(await enter(first)).toBe(422)
      expect(await enter(second)).toBe(303)
    })

    test('does not serve for another signatory, nor after a new link', async () => {
      const code = await mailedCode()
      link = new URL(await signerLink(db, signatoryId)).pathname
      expect(await enter(code)).toBe(422)
    })
  })

  describe('once requests are counted', () => {
    countRequests(() => db)

    test('ten a day go to one mailbox, from wherever they are asked for', async () => {
      const before = (await mailsTo(db, EMAIL)).length
      for (let n = 0; n < 12; n++, time += 2 * MINUTE)
        await ask(newClient(db, config.baseUrl, `203.0.113.${n}`))
      expect((await mailsTo(db, EMAIL)).length - before).toBe(10)
    })

    test('thirty an hour go out for one network address', async () => {
      const before = await db.selectFrom('platform.mail').select('id').execute()
      for (let n = 0; n < 32; n++, time += 2 * MINUTE) {
        await db
          .updateTable('signing.signatory')
          .set({ email: `many${n}@kestrel.example` })
          .where('id', '=', signatoryId)
          .execute()
        await ask(newClient(db, config.baseUrl, '203.0.113.77'))
      }
      const after = await db.selectFrom('platform.mail').select('id').execute()
      expect(after.length - before.length).toBe(30)
    })
  })
})
