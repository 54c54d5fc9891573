// Alone: it starts telemetry, which is possible once per process.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import '#src/app/events.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { startTelemetry } from '#src/telemetry/telemetry.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'
import type { SentSpan } from '#tests/support/otlp.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'
import { drawTraces } from '#tests/support/trace-picture.ts'

const collector = await vi.hoisted(async () => {
  const { startCollector } = await import('#tests/support/otlp.ts')
  const collector = await startCollector()
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  return collector
})

let db: Db
let lin: Cast['lin']
let smtp: MailStub
let stopTelemetry: () => Promise<void>

beforeAll(async () => {
  stopTelemetry = await startTelemetry()
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
  db = await testDatabase()
  lin = (await openCast(db)).lin
  await workWaitingJobs(db)
})
afterAll(async () => {
  config.SMTP_URL = undefined
  smtp.close()
  collector.close()
})

/** All signatories sign, one after the other, each by the link in their mail. */
async function signAll(documentId: string) {
  await lin.client.put(`/mgmt/${documentId}/signatories`, { signatories: SIGNATORIES })
  expect((await lin.client.post(`/mgmt/${documentId}/signing`)).status).toBe(303)
  for (const { email, name } of SIGNATORIES) {
    await workWaitingJobs(db)
    const { text } = await lastMailTo(db, email)
    const link = /\/sign\/[a-z2-7]+/.exec(text)![0]
    const person = await enterByLink(db, link, email)
    await workWaitingJobs(db)
    const page = (await person.get(link)).headers.get('location')!
    expect((await person.get(page)).status).toBe(200)
    const answer = await person.post(`${page}/signature`, { kind: 'typed', typed: name })
    expect(answer.status).toBe(303)
  }
  await workWaitingJobs(db)
}

/** The trace in which the signing started, and the traces that link to it, in order. */
function tracesOfSigning(spans: SentSpan[]): SentSpan[] {
  const startSpan = spans.find(({ name }) => name === 'POST /mgmt/:id/signing')!
  const linked = spans.filter(({ links = [] }) => links.some(({ traceId }) => traceId === startSpan.traceId))
  const ids = new Set([startSpan.traceId, ...linked.map(({ traceId }) => traceId)])
  return spans
    .filter(({ traceId }) => ids.has(traceId))
    .sort((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
}

test('the traces of a signing are found from its start: mails, pages, signatures, seal, certificate', async () => {
  await signAll(await finalisedDocument(db, lin.viewer))
  await stopTelemetry()
  const spans = tracesOfSigning(collector.spans())
  const names = spans.map(({ name }) => name)
  const count = (name: string) => names.filter((one) => one === name).length
  expect(count('POST /mgmt/:id/signing')).toBe(1)
  for (const page of ['POST /sign/:token/code', 'POST /sign/:token/entrance', 'POST /signing/:id/signature'])
    expect([page, count(page)]).toEqual([page, SIGNATORIES.length])
  expect(count('send smtp')).toBeGreaterThanOrEqual(2 * SIGNATORIES.length)
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const rootOf = (span: SentSpan): SentSpan => {
    const parent = byId.get(span.parentSpanId ?? '')
    return parent ? rootOf(parent) : span
  }
  const causes = (name: string) => [
    ...new Set(spans.filter((one) => one.name === name).map((one) => rootOf(one).name)),
  ]
  expect(causes('process mail')).toContain('POST /mgmt/:id/signing')
  for (const name of ['process sign-file', 'process close-signing', 'process completion-certificate'])
    expect([name, causes(name)]).toEqual([name, ['POST /signing/:id/signature']])
  expect(causes('process mail')).toContain('POST /signing/:id/signature')
  expect(JSON.stringify(spans)).not.toContain(SIGNATORIES[0]!.email)
  const picture = drawTraces(spans)
  for (const name of new Set(names.filter((name) => name.startsWith('process'))))
    expect(picture).toContain(name)
  if (process.env.DRAW === '1') writeFileSync('docs/telemetry/signing.svg', picture)
})
