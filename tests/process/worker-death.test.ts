import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { patiently } from '#tests/support/runs.ts'
import { startServer, stopAllServers } from '#tests/support/server.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

/**
 * The number of mails that are sent concurrently besides codes, so that the worker has claimed all of them
 * when it is killed.
 */
const HELD_COUNT = 12
const WAITING_COUNT = 20

let db: Db
let smtp: MailStub & { clearFaults: () => void }

beforeAll(async () => {
  db = await testDatabase()
  smtp = await startMailStub()
})
afterAll(async () => {
  await stopAllServers()
  smtp.close()
})

const startWorker = async () =>
  startServer({
    DATABASE_URL: await urlOf(db),
    DATA_DIR: config.DATA_DIR,
    DATABASE_CONNECTIONS: '12',
    NODE_ENV: 'test',
    DEMO: '0',
    ROLE: 'worker',
    SMTP_URL: smtp.url,
  })

test('jobs of a killed worker are taken by another within a minute, and each is done once', {
  timeout: 240_000,
}, async () => {
  const addresses = Array.from({ length: HELD_COUNT + WAITING_COUNT }, (_, n) => `held@domain-${n}.example`)
  // The mail server does not respond to a recipient, so no mail is delivered before the worker dies.
  smtp.slow = 30_000
  const first = await startWorker()
  for (const to of addresses)
    await db.transaction().execute((trx) => sendMailLater(trx, { to, subject: 's', text: 't', html: 'h' }))
  await expect.poll(() => smtp.max, { timeout: patiently(5000) }).toBeGreaterThanOrEqual(HELD_COUNT)
  await first.stop('SIGKILL')
  smtp.clearFaults()
  smtp.hangUp()
  const killed = performance.now()
  await startWorker()
  await expect
    .poll(() => addresses.filter((to) => !smtp.recipients.includes(to)), {
      timeout: patiently(60_000),
      interval: 200,
    })
    .toEqual([])
  const took = (performance.now() - killed) / 1000
  const twice = addresses.filter((to) => smtp.recipients.filter((one) => one === to).length > 1)
  expect(twice).toEqual([])
  note(
    'a worker killed with jobs in its hands (R-10)',
    `${smtp.max} mails under way and ${WAITING_COUNT} waiting: all sent once, the last ${took.toFixed(0)} s after the kill`,
    { value: took, unit: 's', atMost: 60 },
  )
})
