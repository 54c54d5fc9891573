import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { deleteCompletedJobs, listDeadLetters, reasonOf, retryJobs } from '#src/jobs/dead-letters.ts'
import { jobNames, workWaitingJobs } from '#src/jobs/jobs.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { giveApp } from '#tests/cast/factors.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

const context = setUpCast()
let smtp: MailStub & { clearFaults: () => void }

beforeAll(async () => {
  smtp = await startMailStub()
})
afterAll(() => smtp.close())
beforeEach(async () => {
  config.SMTP_URL = smtp.url
  smtp.clearFaults()
  smtp.delivered.length = 0
  smtp.recipients.length = 0
  await context.db.deleteFrom('platform.mail').execute()
  await sql`delete from pgboss.job`.execute(context.db)
})
afterEach(() => {
  config.SMTP_URL = undefined
  config.demo = true
  setClock(null)
})

const write = (to: string, more: { links?: string[]; code?: string } = {}) =>
  context.db
    .transaction()
    .execute((trx) =>
      sendMailLater(trx, { to, subject: 'Please sign', text: 'some words', html: 'some words', ...more }),
    )
const work = async () => {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(context.db)
  return workWaitingJobs(context.db, { forgiving: true })
}
const html = async () => {
  const answer = await context.cast.ruo.client.get('/desk/jobs')
  expect(answer.status).toBe(200)
  return (await answer.text()).replace(/<!-- -->/g, '')
}

/** Lets the mails to these people fail for three days. */
async function failForDays(...people: string[]) {
  for (const person of people) await write(person)
  await waitInVain()
}

async function waitInVain() {
  smtp.drop = 'greeting'
  const startedAt = Date.now()
  setClock(() => new Date(startedAt + 3 * DAY + MINUTE))
  await work()
  setClock(null)
}

const queueOf = (name: string) => context.cast.ruo.client.post('/desk/jobs/retry', { queue: name })

describe('stuck jobs', () => {
  test('are at the desk with their subject and reason, counted in the menu, until they are done', async () => {
    expect(await html()).toContain('No stuck jobs')
    await failForDays('ann@kestrel.example', 'ben@kestrel.example')
    const page = await html()
    for (const words of [
      '/desk/accounts?keyword=ann%40kestrel.example',
      'No longer retried',
      '2 jobs are stuck',
    ])
      expect(page).toContain(words)
    expect(page).toContain('Connection closed unexpectedly')
    const { rows } = await listDeadLetters(context.db, {})
    const { client } = context.cast.ruo
    smtp.clearFaults()
    const one = await client.post(`/desk/jobs/${rows[0]!.id}/retry`)
    expect(one.headers.get('location')).toBe('/desk/jobs?again=1')
    await work()
    const pageText = async (again: number) =>
      (await client.get(`/desk/jobs?again=${again}&locale=en_US`)).text()
    expect(await pageText(1)).toContain('1 job is being retried now.')
    expect(await pageText(7)).not.toContain('being retried now')
    expect([smtp.delivered.length, (await listDeadLetters(context.db, {})).rows.length]).toEqual([1, 1])
    expect((await queueOf('mail')).headers.get('location')).toBe('/desk/jobs?again=1')
    await work()
    expect([smtp.delivered.length, new Set(smtp.delivered).size]).toEqual([2, 2])
    expect(smtp.messages.join()).toContain('some words')
    expect(await html()).toContain('No stuck jobs')
    expect((await queueOf('mail')).headers.get('location')).toBe('/desk/jobs?again=0')
  })

  test('of a mail that gives access store no text, and can only be taken off the list', async () => {
    config.demo = false
    await giveApp(context.db, context.cast.ruo.viewer.id)
    const base = config.baseUrl
    await write('link@kestrel.example', { links: [`${base}/mgmt/home`, `${base}/sign/secret-token`] })
    await write('code@kestrel.example', { code: '482913' })
    await write('inside@kestrel.example', { links: [`${base}/mgmt/orders/1`] })
    await waitInVain()
    const rows = await context.db
      .selectFrom('platform.mail')
      .select(['recipient', 'subject', 'text', 'html', 'links', 'state'])
      .orderBy('id')
      .execute()
    const emptied = { subject: 'Please sign', text: '', html: '', links: [], state: 'failed' }
    expect(rows).toEqual([
      { recipient: 'link@kestrel.example', ...emptied },
      { recipient: 'code@kestrel.example', ...emptied },
      {
        recipient: 'inside@kestrel.example',
        subject: 'Please sign',
        text: 'some words',
        html: 'some words',
        links: [`${base}/mgmt/orders/1`],
        state: 'failed',
      },
    ])
    const page = await html()
    expect(page).toContain('link@kestrel.example · Please sign')
    expect(page.match(/Its content was deleted/g)).toHaveLength(2)
    expect(page.match(/Remove from the list/g)).toHaveLength(2)
    smtp.clearFaults()
    await queueOf('mail')
    await work()
    expect(smtp.recipients).toEqual(['inside@kestrel.example'])
    expect(await html()).toContain('No stuck jobs')
    const states = await context.db.selectFrom('platform.mail').select('state').orderBy('id').execute()
    expect(states.map(({ state }) => state)).toEqual(['failed', 'failed', 'sent'])
  })

  test('are shown while they still fail, after a quarter of an hour', async () => {
    smtp.drop = 'greeting'
    await write('ann@kestrel.example')
    await work()
    await work()
    expect(await html()).toContain('No stuck jobs')
    await sql`update pgboss.job set created_on = now() - interval '16 minutes'`.execute(context.db)
    expect(await html()).toContain('Failing, retried automatically')
  })

  test('retried by two people at once are each retried once', async () => {
    await failForDays('ann@kestrel.example')
    smtp.clearFaults()
    const counts = await Promise.all([1, 2, 3].map(() => retryJobs(context.db, { queue: 'mail' })))
    expect(Math.max(...counts)).toBe(1)
    await Promise.all([work(), work()])
    expect(smtp.delivered).toHaveLength(1)
  })

  test('are for staff only, and others are not listed', async () => {
    await failForDays('ann@kestrel.example')
    const { id } = (await listDeadLetters(context.db, {})).rows[0]!
    for (const { client } of [context.cast.lin, context.cast.zhou])
      for (const response of [client.get('/desk/jobs'), client.post(`/desk/jobs/${id}/retry`)])
        expect((await response).status).toBe(404)
    expect((await context.client.post(`/desk/jobs/${id}/retry`)).status).not.toBe(200)
    expect((await context.cast.ruo.client.post('/desk/jobs/nobody/retry')).status).toBe(404)
    expect((await queueOf('no-such-queue')).status).toBe(404)
    expect((await listDeadLetters(context.db, {})).rows).toHaveLength(1)
  })
})

test('no queue deletes failed or waiting jobs, and each is retried for three days', async () => {
  const { rows } = await sql<{ name: string; days: number; kept: number; deleted: number }>`
    select name, retry_limit * retry_delay_max / 86400.0 as days, retention_seconds as kept,
      deletion_seconds as deleted
    from pgboss.queue where name in (${sql.join(jobNames())})`.execute(context.db)
  expect(rows).toHaveLength(jobNames().length)
  for (const { name, days, kept, deleted } of rows)
    expect([name, Number(days) >= 3, kept > 365 * 86_400, deleted]).toEqual([name, true, true, 0])
  const jobs = ['completed', 'failed', 'retry'].map(
    (state) => sql`('mail', '{}'::jsonb, ${state}::pgboss.job_state, now() - interval '8 days')`,
  )
  await sql`insert into pgboss.job (name, data, state, completed_on) values ${sql.join(jobs)}`.execute(
    context.db,
  )
  await deleteCompletedJobs(context.db)
  const remaining = await sql<{ state: string }>`select state from pgboss.job order by state`.execute(
    context.db,
  )
  expect(remaining.rows.map(({ state }) => state)).toEqual(['retry', 'failed'])
})

test('a reason contains no secrets and no personal data', () => {
  const errorText = 'smtps://user:secret@mail.example refused lin@lotus.example +8613812345678 at /sign/'
  const token = 'q'.repeat(43)
  expect(reasonOf({ message: `${errorText}${token}\n  at stack` })).toBe(
    'smtps://…@mail.example refused …@lotus.example … at /sign/…',
  )
  expect([reasonOf({ value: { message: 'job timed out' } }), reasonOf(null)]).toEqual(['job timed out', ''])
})
