import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { config } from '#src/core/config.ts'
import { stopJobs, workJobs } from '#src/jobs/jobs.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { MAX_SENDING_TIME } from '#src/mail/smtp.ts'
import { setUpDatabase } from '#tests/cast/test-context.ts'
import { note } from '#tests/support/measured.ts'
import { startMailStub } from '#tests/support/smtp.ts'

const LONG = process.env.LONG === '1'
const context = setUpDatabase()
let smtp: Awaited<ReturnType<typeof startMailStub>>

beforeAll(async () => {
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
  await workJobs(context.db, {})
})
beforeEach(async () => {
  smtp.clearFaults()
  smtp.max = 0
  for (const list of [smtp.delivered, smtp.recipients, smtp.messages]) list.length = 0
  await context.db.deleteFrom('platform.mail').execute()
})
afterAll(async () => {
  await stopJobs()
  config.SMTP_URL = undefined
  smtp.close()
})

const write = (to: string, code?: string) =>
  context.db
    .transaction()
    .execute((trx) => sendMailLater(trx, { to, subject: 's', text: 't', html: 'h', code }))
const writeMany = async (count: number, domain: string) => {
  for (let n = 0; n < count; n++) await write(`p${n}@${domain}`)
}
const untilDelivered = async (count: number, seconds: number) => {
  const deadline = Date.now() + seconds * 1000
  while (smtp.delivered.length < count && Date.now() < deadline) await wait(50)
  return smtp.delivered.length
}
const states = async () => {
  const rows = await context.db.selectFrom('platform.mail').select('state').execute()
  return rows.map(({ state }) => state)
}

test('a server that does not answer for one domain delays no other, and no code', async () => {
  const ms = 140_000
  smtp.tarpit = { domain: 'tarpit.example', ms }
  await writeMany(8, 'tarpit.example')
  await write('code@tarpit.example', '123456')
  await wait(1500)
  const startedAt = Date.now()
  await writeMany(20, 'kestrel.example')
  await write('ann@lotus.example', '482913')
  const others = () => smtp.messages.filter((message) => !/^To: \S+@tarpit/im.test(message)).length
  while (others() < 21 && Date.now() - startedAt < 15_000) await wait(50)
  const took = Date.now() - startedAt
  expect([others(), smtp.delivered.length]).toEqual([21, 21])
  smtp.tarpit = null
  // In the long run the connection times out; otherwise the server closes it, which a server may also do.
  if (!LONG) smtp.hangUp()
  expect(await untilDelivered(30, LONG ? 400 : 25)).toBe(30)
  expect(new Set(smtp.delivered).size).toBe(30)
  note(
    'mails beside a domain that is slow',
    `21 of 21 in ${(took / 1000).toFixed(1)} s, its answers take ${ms / 1000} s`,
  )
})

test('a code is sent before notifications written earlier', async () => {
  smtp.slow = 100
  // Each mail goes to another domain, so that they occupy all workers except those reserved for codes.
  for (let n = 0; n < (LONG ? 300 : 40); n++) await write(`p@kestrel${n}.example`)
  await write('ann@lotus.example', '482913')
  const deadline = Date.now() + 10_000
  const deliveredIndex = () => smtp.messages.findIndex((message) => message.includes('ann@lotus.example'))
  while (deliveredIndex() < 0 && Date.now() < deadline) await wait(20)
  expect(deliveredIndex()).toBeGreaterThanOrEqual(0)
  expect(deliveredIndex()).toBeLessThan(15)
  smtp.slow = 0
  await untilDelivered(LONG ? 301 : 41, 60)
  expect([smtp.delivered.length, new Set(smtp.delivered).size]).toEqual(Array(2).fill(LONG ? 301 : 41))
  expect(smtp.max).toBeLessThanOrEqual(16)
})

test('a server that is slow to accept a message gets it once', async () => {
  smtp.slowEnd = LONG ? 140_000 : 1500
  await writeMany(3, 'kestrel.example')
  expect(await untilDelivered(3, 10)).toBe(3)
  await wait(smtp.slowEnd + 2000)
  expect([smtp.delivered.length, await states()]).toEqual([3, Array(3).fill('sent')])
})

test('no other process takes a mail while it may still be in transit', async () => {
  const { rows } = await sql<{ lease: number }>`
    select expire_seconds as lease from pgboss.queue where name = 'mail'`.execute(context.db)
  expect(rows[0]!.lease * 1000).toBeGreaterThan(MAX_SENDING_TIME)
})
