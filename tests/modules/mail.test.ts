import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { NotYet, PermanentFailure } from '#src/jobs/jobs.ts'
import { listen } from '#src/jobs/module-events.ts'
import { deliver, isRefused, isUndelivered, sendMailLater } from '#src/mail/mail.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { note } from '#tests/support/measured.ts'
import { startMailStub } from '#tests/support/smtp.ts'

const context = setUpCast()
let smtp: Awaited<ReturnType<typeof startMailStub>>

beforeAll(async () => {
  smtp = await startMailStub()
})
afterAll(() => smtp.close())
beforeEach(async () => {
  config.SMTP_URL = smtp.url
  smtp.clearFaults()
  for (const list of [smtp.delivered, smtp.recipients, smtp.messages]) list.length = 0
  await context.db.deleteFrom('platform.mail').execute()
  await sql`delete from pgboss.job`.execute(context.db)
})
afterEach(() => {
  config.SMTP_URL = undefined
  setClock(null)
})

async function write(to: string, code?: string, bulk?: boolean): Promise<string> {
  await context.db
    .transaction()
    .execute((trx) => sendMailLater(trx, { to, subject: 's', text: 't', html: 'h', code, bulk }))
  return (await mailsTo(context.db, to))[0]!.id
}

/** Makes one attempt, as a worker of the queue does, and returns its error; null after success. */
const attempt = (id: string) =>
  deliver.now(context.db, { id }).then(
    () => null,
    (error: Error) => error,
  )
const waitingIds = async () =>
  (await context.db.selectFrom('platform.mail').select('id').where('state', '=', 'waiting').execute()).map(
    ({ id }) => id,
  )
const stateOf = (id: string) =>
  context.db
    .selectFrom('platform.mail')
    .select(['state', 'refusal'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const isMarkedAsRefused = async (address: string) => {
  const row = await context.db
    .selectNoFrom(isRefused(sql`${address}::text`).as('refused'))
    .executeTakeFirstOrThrow()
  return row.refused
}

const shuffle = <T>(list: T[], random: () => number) =>
  list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** Random numbers that repeat for the same seed. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const PEOPLE = ['ann', 'ben', 'cleo', 'dora', 'emil'].map((name) => `${name}@kestrel.example`)

describe('a mail server that is down', () => {
  test('for an hour, gets every mail once when it is back, in the order of writing per recipient', async () => {
    const random = dice(7)
    const writtenMails = new Map<string, string[]>(PEOPLE.map((person) => [person, []]))
    let minute = 0
    const startedAt = Date.now()
    setClock(() => new Date(startedAt + minute * MINUTE))
    smtp.drop = 'greeting'
    for (; minute < 60; minute += 5) {
      for (const person of PEOPLE) if (random() < 0.6) writtenMails.get(person)!.push(await write(person))
      await Promise.all(shuffle(await waitingIds(), random).map(attempt))
    }
    expect([smtp.delivered, (await waitingIds()).length > 25]).toEqual([[], true])
    smtp.clearFaults()
    let roundCount = 0
    for (let remaining = await waitingIds(); remaining.length; remaining = await waitingIds()) {
      await Promise.all(shuffle(remaining, random).map(attempt))
      expect(roundCount++).toBeLessThan(50)
    }
    const got = new Map<string, string[]>(PEOPLE.map((person) => [person, []]))
    for (const message of smtp.messages) {
      const recipient = /^To: (\S+)/im.exec(message)![1]!
      got.get(recipient)!.push(/^Message-ID: <([^@]+)@/im.exec(message)![1]!)
    }
    expect(got).toEqual(writtenMails)
    const total = [...writtenMails.values()].flat().length
    note('mail server away for an hour', `${total} mails to ${PEOPLE.length} people, each once and in order`)
  })

  test('is tried again for more than three days, at least every five minutes', async () => {
    const { rows } = await sql<{ limit: number; delay: number }>`
      select retry_limit as limit, retry_delay_max as delay from pgboss.queue where name = 'mail'`.execute(
      context.db,
    )
    expect([rows[0]!.delay <= 300, rows[0]!.limit * 300 > 3 * 86_400]).toEqual([true, true])
  })

  test('gets the next mail to the same mailbox as soon as the older one was sent', async () => {
    const firstMail = await write(PEOPLE[0]!)
    const secondMail = await write(PEOPLE[0]!)
    await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'`.execute(
      context.db,
    )
    const dueIds = async () => {
      const { rows } = await sql<{ id: string }>`
        select data->>'id' as id from pgboss.job where start_after <= now()`.execute(context.db)
      return rows.map(({ id }) => id)
    }
    expect(await attempt(secondMail)).toBeInstanceOf(NotYet)
    expect(await dueIds()).toEqual([])
    expect(await attempt(firstMail)).toBeNull()
    expect(await dueIds()).toEqual([secondMail])
  })

  test('does not get a mail after three days: the mail fails and delays no other mail', async () => {
    const firstMail = await write(PEOPLE[0]!)
    const secondMail = await write(PEOPLE[0]!)
    smtp.drop = 'greeting'
    const startedAt = Date.now()
    setClock(() => new Date(startedAt + 3 * DAY - MINUTE))
    expect(await attempt(firstMail)).toBeInstanceOf(Error)
    setClock(() => new Date(startedAt + 3 * DAY + MINUTE))
    expect(await attempt(firstMail)).toBeInstanceOf(PermanentFailure)
    smtp.clearFaults()
    expect(await attempt(secondMail)).toBeNull()
    expect([await stateOf(firstMail), await stateOf(secondMail)]).toEqual([
      { state: 'failed', refusal: null },
      { state: 'sent', refusal: null },
    ])
  })
})

test('a mail that was not attempted for four days delays no other mail', async () => {
  const startedAt = Date.now()
  const unattemptedMail = await write(PEOPLE[0]!)
  const nextMail = await write(PEOPLE[0]!)
  expect(await attempt(nextMail)).toBeInstanceOf(NotYet)
  setClock(() => new Date(startedAt + 4 * DAY + MINUTE))
  expect(await attempt(await write(PEOPLE[0]!))).toBeNull()
  expect(await attempt(unattemptedMail)).toBeNull()
})

test('a code overtakes waiting mails, and delays no other mail', async () => {
  const oldMail = await write(PEOPLE[0]!)
  const code = await write(PEOPLE[0]!, '482913')
  const lateMail = await write(PEOPLE[0]!)
  expect(await attempt(code)).toBeNull()
  expect(await attempt(lateMail)).toBeInstanceOf(NotYet)
  expect(await attempt(oldMail)).toBeNull()
  expect(await attempt(lateMail)).toBeNull()
  expect(smtp.delivered).toHaveLength(3)
})

test('a mail to many people neither waits for others nor delays them', async () => {
  const oldMail = await write(PEOPLE[0]!)
  const bulk = await write(PEOPLE[0]!, undefined, true)
  const lateMail = await write(PEOPLE[0]!)
  expect(await attempt(oldMail)).toBeNull()
  expect(await attempt(lateMail)).toBeNull()
  expect(await attempt(await write(PEOPLE[0]!))).toBeNull()
  expect(await attempt(bulk)).toBeNull()
  expect(smtp.delivered).toHaveLength(4)
})

describe('a server that dies during a mail', () => {
  test.each([
    ['before receiving it', 'greeting', 1],
    ['after receiving it, before confirming it', 'taken', 3],
  ] as const)('%s, loses no mail; a repeated mail is identical', async (_, drop, copies) => {
    const id = await write(PEOPLE[0]!)
    smtp.drop = drop
    for (let n = 0; n < 2; n++) expect(await attempt(id)).toBeInstanceOf(Error)
    smtp.clearFaults()
    expect(await attempt(id)).toBeNull()
    expect(await attempt(id)).toBeNull()
    expect([smtp.delivered.length, new Set(smtp.delivered).size]).toEqual([copies, 1])
  })
})

describe('a rejection by the server', () => {
  test.each([
    ['of every connection, with a temporary code', { greet: 421 }],
    ['of every connection, with a permanent code', { greet: 554 }],
    ['of our sender address', { refuseSender: 550 }],
    ['of a mailbox, with a temporary code', { refuse: 451 }],
    ['of a message, with a temporary code', { refuseData: 451 }],
  ])('%s, is retried', async (_, misbehaving) => {
    const id = await write(PEOPLE[0]!)
    Object.assign(smtp, misbehaving)
    expect(await attempt(id)).toBeInstanceOf(Error)
    expect([await stateOf(id), await isMarkedAsRefused(PEOPLE[0]!)]).toEqual([
      { state: 'waiting', refusal: null },
      false,
    ])
    smtp.clearFaults()
    expect(await attempt(id)).toBeNull()
    expect(smtp.delivered).toHaveLength(1)
  })

  test('of a mailbox, marks it until a mail arrives again; the next one is tried', async () => {
    const firstMail = await write(PEOPLE[0]!)
    const secondMail = await write(PEOPLE[0]!)
    smtp.refuse = 550
    expect(await attempt(firstMail)).toBeNull()
    expect([(await stateOf(firstMail)).refusal, await isMarkedAsRefused(PEOPLE[0]!.toUpperCase())]).toEqual([
      '550 refused',
      true,
    ])
    smtp.clearFaults()
    expect(await attempt(secondMail)).toBeNull()
    expect(await isMarkedAsRefused(PEOPLE[0]!)).toBe(false)
  })

  test('of one message, does not mark its mailbox', async () => {
    const id = await write(PEOPLE[0]!)
    smtp.refuseData = 554
    expect(await attempt(id)).toBeNull()
    expect([(await stateOf(id)).state, await isMarkedAsRefused(PEOPLE[0]!)]).toEqual(['failed', false])
    const row = await context.db
      .selectNoFrom(isUndelivered(sql`${PEOPLE[0]!.toUpperCase()}::text`).as('undelivered'))
      .executeTakeFirstOrThrow()
    expect(row.undelivered).toBe(true)
  })
})

test('a request does not wait for a slow server', async () => {
  const id = await write(PEOPLE[0]!)
  smtp.slow = 300
  const sending = attempt(id)
  const { client } = context.cast.lin
  const response = await client.post('/mgmt/acct-info/deletion', { words: 'please' })
  expect([response.status, (await client.get('/mgmt/home')).status]).toEqual([303, 200])
  expect(await waitingIds()).toContain(id)
  expect(await sending).toBeNull()
})

test('an event reports that a mail was handed over or refused; none is emitted while the mail waits', async () => {
  const deliveries: unknown[] = []
  listen('mail-handed-over', async (_, { id, delivered }) => {
    deliveries.push([id, delivered])
  })
  const acceptedMail = await write('taken@handed.example')
  expect(await attempt(acceptedMail)).toBe(null)
  smtp.refuse = 550
  const refusedMail = await write('refused@handed.example')
  await attempt(refusedMail)
  smtp.clearFaults()
  smtp.refuse = 451
  const waits = await write('waits@handed.example')
  expect(await attempt(waits)).toBeInstanceOf(Error)
  config.SMTP_URL = undefined
  await attempt(await write('outbox@handed.example'))
  expect(deliveries).toEqual([
    [acceptedMail, true],
    [refusedMail, false],
  ])
})
