// Alone: telemetry can be started only once per process.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { observeQuery } from '#src/db/observed-query.ts'
import { job, NotYet, startJobs, stopJobs, workJobs, workWaitingJobs } from '#src/jobs/jobs.ts'
import { findJob } from '#src/jobs/pgboss-tables.ts'
import { inEntrySpan, startLeafSpan } from '#src/telemetry/spans.ts'
import { startTelemetry } from '#src/telemetry/telemetry.ts'
import { freshCaptcha } from '#tests/cast/registration.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { failingDatabase } from '#tests/support/failing-database.ts'
import type { SentSpan } from '#tests/support/otlp.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

const collector = await vi.hoisted(async () => {
  const { startCollector } = await import('#tests/support/otlp.ts')
  const collector = await startCollector()
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_SERVICE_NAME: 'contracts',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  return collector
})

const SERVER = 2
const CLIENT = 3
const PRODUCER = 4
const CONSUMER = 5
const ERROR = 2

const seenJobs: object[] = []
const failing = job<{ word: string }>('test-failing', async () => {
  throw new AppError('UNAVAILABLE')
})
const waitingJob = job<{ word: string }>('test-waiting', async () => {
  throw new NotYet('not now')
})
const noting = job<{ word: string }>('test-noting', async (_, data) => {
  seenJobs.push(data)
})

let db: Db
let world: World
let smtp: MailStub
let stopTelemetry: () => Promise<void>

beforeAll(async () => {
  stopTelemetry = await startTelemetry()
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
  world = await openWorld(await testDatabase())
  db = world.db
  await workWaitingJobs(db)
})
afterAll(async () => {
  config.SMTP_URL = undefined
  await stopTelemetry()
  collector.close()
  smtp.close()
})

const traceIdOf = (n: number) => n.toString(16).padStart(32, 'a')
const parentOf = (traceId: string, sampled = true) => ({
  traceparent: `00-${traceId}-b7ad6b7169203331-0${sampled ? 1 : 0}`,
})

let lastId = 0

/** Runs `work` with a client's trace id; returns the spans of this trace in order. */
async function traceOf(work: (headers: Record<string, string>) => Promise<unknown>): Promise<SentSpan[]> {
  const traceId = traceIdOf(++lastId)
  await work(parentOf(traceId))
  const spansOfTrace = () => collector.spans().filter((span) => span.traceId === traceId)
  let count = -1
  await vi.waitFor(
    () => {
      const countBefore = count
      count = spansOfTrace().length
      expect(count).toBe(countBefore)
      expect(count).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 200 },
  )
  return spansOfTrace().sort((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
}

const named = (spans: SentSpan[], name: string) => spans.filter((span) => span.name === name)

describe('one trace', () => {
  test('runs from a request through its queries and jobs to the mail server', async () => {
    const spans = await traceOf(async (headers) => {
      const client = newClient(db)
      const form = { purpose: 'login', channel: 'email', email: 'zhou@example.com' }
      const fields = { ...form, captcha: config.CAPTCHA_ANSWER!, captchaId: await freshCaptcha(client) }
      expect((await client.post('/acct/codes', fields, headers)).status).toBe(200)
      await workWaitingJobs(db)
    })
    const [request] = named(spans, 'POST /acct/codes')
    expect(request).toMatchObject({ kind: SERVER, parentSpanId: 'b7ad6b7169203331', status: 0 })
    expect(request!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/acct/codes',
      'url.path': '/acct/codes',
      'url.scheme': 'http',
      'http.response.status_code': 200,
    })
    const [sent] = named(spans, 'send mail')
    const [worked] = named(spans, 'process mail')
    const [call] = named(spans, 'send smtp')
    expect(sent).toMatchObject({ kind: PRODUCER, parentSpanId: request!.spanId })
    expect(worked).toMatchObject({ kind: CONSUMER, parentSpanId: sent!.spanId, status: 0 })
    expect(call).toMatchObject({ kind: CLIENT, parentSpanId: worked!.spanId })
    expect(worked!.attributes).toMatchObject({
      'messaging.system': 'pgboss',
      'messaging.destination.name': 'mail',
      'messaging.operation.type': 'process',
    })
    const [insert] = named(spans, 'INSERT platform.mail')
    expect(insert).toMatchObject({ kind: CLIENT, parentSpanId: request!.spanId, status: 0 })
    expect(insert!.attributes).toMatchObject({ 'db.system.name': 'postgresql' })
    expect(insert!.attributes['db.query.text']).toMatch(/^insert into "platform"."mail" .*\$1/)
    expect(JSON.stringify(spans)).not.toContain('zhou@example.com')
    expect(collector.resource()).toMatchObject({ 'service.name': 'contracts' })
    expect(collector.resource()['service.version']).toMatch(/^\d+\.\d+\.\d+\+/)
  })

  test('runs from a finalised document through its job, the print worker and the store', async () => {
    const spans = await traceOf(async (headers) => {
      const { client } = world.cast.lin
      const { id, version } = world.draft
      const answer = await client.post(`/mgmt/${id}/finalisation`, { version: String(version) }, headers)
      expect([200, 303]).toContain(answer.status)
      await workWaitingJobs(db)
    })
    const [worked] = spans.filter(({ kind, name }) => kind === CONSUMER && /final/.test(name))
    for (const name of ['print pdf', 'put store'])
      expect(named(spans, name).map(({ parentSpanId }) => parentSpanId)).toContain(worked!.spanId)
  })

  test('is not recorded when the caller did not record it, and neither are its jobs', async () => {
    const traceId = traceIdOf(999)
    const countBefore = collector.spans().length
    const headers = { ...parentOf(traceId, false), 'accept-language': 'en' }
    const { client } = world.cast.hannah
    await client.post(
      '/mgmt/contacts',
      { kind: 'individual', name: 'Wei', email: 'wei@example.com' },
      headers,
    )
    expect((await newClient(db).get('/pricing', headers)).status).toBe(200)
    await workWaitingJobs(db)
    await traceOf((sent) => newClient(db).get('/product', sent))
    expect(
      collector
        .spans()
        .slice(countBefore)
        .filter((span) => span.traceId === traceId),
    ).toEqual([])
  })
})

test('without recording, no names and no attributes are built', async () => {
  const never = (): never => {
    throw new Error('built')
  }
  const within = (sampled: boolean) =>
    inEntrySpan({ name: 'test', kind: 0, parent: parentOf(traceIdOf(600), sampled).traceparent }, async () =>
      startLeafSpan(never, never),
    )
  expect(await within(false)).toBeUndefined()
  await expect(within(true)).rejects.toThrow('built')
  expect(startLeafSpan(never, never)).toBeUndefined()
})

describe('errors', () => {
  test('a failed request is an error, with the type of the error that was thrown', async () => {
    const brokenClient = newClient(failingDatabase(db))
    const [span] = named(
      await traceOf((headers) => brokenClient.get(world.signing.link, headers)),
      'GET /sign/:token',
    )
    expect(span).toMatchObject({ kind: SERVER, status: ERROR })
    expect(span!.attributes).toMatchObject({ 'error.type': 'Error', 'http.response.status_code': 500 })
  })

  test('a refused request is no error, and no span contains its path', async () => {
    const token = 's'.repeat(40)
    const spans = await traceOf((headers) => newClient(db).get(`/sign/${token}`, headers))
    const [refused] = named(spans, 'GET /sign/:token')
    expect(refused).toMatchObject({ kind: SERVER, status: 0 })
    expect(refused!.attributes).toMatchObject({
      'http.response.status_code': 404,
      'url.path': '/sign/:token',
    })
    expect(refused!.attributes).not.toHaveProperty('error.type')
    const unknown = await traceOf((headers) => newClient(db).get(`/nobody/${token}`, headers))
    const [nameless] = named(unknown, 'GET')
    expect(nameless).toMatchObject({ kind: SERVER, status: 0 })
    expect(nameless!.attributes).not.toHaveProperty('http.route')
    expect(JSON.stringify([spans, unknown])).not.toContain(token)
  })

  test('an unknown method is _OTHER', async () => {
    const [span] = await traceOf((headers) => newClient(db).send('BREW', '/pricing', { headers }))
    expect(span!.attributes['http.request.method']).toBe('_OTHER')
  })

  test('a failed query has its SQLSTATE', async () => {
    const spans = await traceOf(({ traceparent }) =>
      inEntrySpan({ name: 'test', kind: 0, parent: traceparent }, () =>
        sql`select 1 / ${0}::int`.execute(db).catch(() => {}),
      ),
    )
    expect(named(spans, 'SELECT')[0]).toMatchObject({ kind: CLIENT, status: ERROR })
    expect(named(spans, 'SELECT')[0]!.attributes).toMatchObject({
      'db.response.status_code': '22012',
      'error.type': '22012',
    })
  })

  test('a failed job is an error; one that waits is not', async () => {
    const spans = await traceOf(async ({ traceparent }) => {
      await inEntrySpan({ name: 'test', kind: 0, parent: traceparent }, async () => {
        await failing.enqueue(db, { word: 'one' })
        await waitingJob.enqueue(db, { word: 'two' })
      })
      await workWaitingJobs(db, { forgiving: true })
    })
    expect(named(spans, 'process test-failing')[0]).toMatchObject({ kind: CONSUMER, status: ERROR })
    expect(named(spans, 'process test-failing')[0]!.attributes['error.type']).toBe('UNAVAILABLE')
    expect(named(spans, 'process test-waiting')[0]).toMatchObject({ kind: CONSUMER, status: 0 })
  })
})

test('a job stores its trace, but neither its work nor `findJob` sees it', async () => {
  await inEntrySpan({ name: 'test', kind: 0 }, () => noting.enqueue(db, { word: 'three' }))
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = 'test-noting'`.execute(db)
  expect(rows).toEqual([{ data: { word: 'three', traceparent: expect.stringMatching(/^00-/) } }])
  expect(await findJob(db, 'test-noting', { word: 'three' })).toMatchObject({ failed: false })
  await workWaitingJobs(db)
  expect(seenJobs).toEqual([{ word: 'three' }])
})

describe('work outside of requests and jobs', () => {
  test('polling, schedules and health checks are no traces', async () => {
    await stopJobs()
    await startJobs(db, { supervise: true })
    await workJobs(db, { 'test-noting': '* * * * *' })
    const countBefore = collector.spans().length
    for (const path of ['/healthz', '/readyz'])
      expect((await newClient(db).get(path, parentOf(traceIdOf(500)))).status).toBeLessThan(504)
    await noting.enqueue(db, { word: 'found by the schedule' })
    await vi.waitFor(() => expect(seenJobs).toContainEqual({ word: 'found by the schedule' }), 20_000)
    await new Promise((done) => setTimeout(done, 1500))
    const ofRetries = ({ name }: SentSpan) => /^process test-(failing|waiting)$/.test(name)
    const newSpans = collector.spans().slice(countBefore)
    expect(newSpans.filter((span) => !ofRetries(span))).toEqual([])
    await stopJobs()
  })

  test('a single query makes no trace', async () => {
    const countBefore = collector.spans().length
    const query = sql`select 1`.compile(db)
    expect(await observeQuery(query, 'test', async () => 'rows')).toBe('rows')
    await new Promise((done) => setTimeout(done, 300))
    expect(collector.spans().length).toBe(countBefore)
  })
})
