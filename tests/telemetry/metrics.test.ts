// Alone: it starts telemetry, which is possible once per process.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { parse } from 'yaml'
import { offerService } from '#modules/signing/providers/remote/services.ts'
import { openDatabase } from '#src/app/database.ts'
import { measureOperation } from '#src/app/operation-gauges.ts'
import { config } from '#src/core/config.ts'
import { REQUESTS } from '#src/db/pool.ts'
import { DatabaseWatch } from '#src/db/watch.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { prometheusName } from '#src/telemetry/prometheus-name.ts'
import { startTelemetry } from '#src/telemetry/telemetry.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { failingDatabase } from '#tests/support/failing-database.ts'
import type { SentMetric } from '#tests/support/otlp.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'
import { metricsIn, missedIn } from './promql.ts'

const { collector, port } = await vi.hoisted(async () => {
  const { startCollector } = await import('#tests/support/otlp.ts')
  const collector = await startCollector()
  const { createServer } = await import('node:net')
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => probe.once('listening', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    METRICS_PORT: String(port),
  })
  return { collector, port }
})

let world: World
let smtp: MailStub
let stopTelemetry: () => Promise<void>
let stopMeasuring: () => Promise<void>
let opened: ReturnType<typeof openDatabase>

const metricsText = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

beforeAll(async () => {
  stopTelemetry = await startTelemetry()
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
  world = await openWorld(await testDatabase())
  opened = openDatabase(new DatabaseWatch(inject('postgresUrl')), REQUESTS)
  stopMeasuring = measureOperation(world.db, [opened.pool])
  offerService('esign', { readCallback: () => null } as never)
  expect((await newClient(world.db).post('/e-sign/esign/callback')).status).toBe(401)
  expect((await newClient(failingDatabase(world.db)).get(world.signing.link)).status).toBe(500)
  expect((await newClient(world.db).get('/pricing')).status).toBe(200)
  await workWaitingJobs(world.db)
  await vi.waitFor(
    () => expect(collector.metrics().map(({ name }) => name)).toContain('qishu.jobs.oldest'),
    20_000,
  )
})
afterAll(async () => {
  config.SMTP_URL = undefined
  await stopMeasuring()
  await opened.db.destroy()
  await stopTelemetry()
  collector.close()
  smtp.close()
})

const SUFFIXES = { sum: ['_total'], gauge: [''], histogram: ['_bucket', '_count', '_sum'] }

/** The names of a metric in Prometheus, with the labels of all its points. */
function inPrometheus(metrics: SentMetric[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const { kind, points, ...metric } of metrics)
    for (const suffix of SUFFIXES[kind]) {
      const name = prometheusName(metric) + suffix
      const labels = names.get(name) ?? new Set(['job', 'instance', ...(suffix === '_bucket' ? ['le'] : [])])
      for (const { attributes } of points)
        for (const key of Object.keys(attributes)) labels.add(key.replaceAll('.', '_'))
      names.set(name, labels)
    }
  return names
}

interface Dashboard {
  uid: string
  tags: string[]
  templating: { list: { name: string; query: string }[] }
  panels: {
    type: string
    title: string
    description?: string
    datasource?: { uid: string }
    fieldConfig?: { defaults: { unit?: string } }
    targets?: { expr: string }[]
  }[]
}

interface Alerts {
  groups: {
    rules: {
      uid: string
      title: string
      for: string
      annotations: { summary: string }
      labels: { severity: string }
      condition: string
      data: { refId: string; model: { expr: string } }[]
    }[]
  }[]
}

const file = (name: string) => readFileSync(`docs/telemetry/${name}`, 'utf8')
const dashboard: Dashboard = JSON.parse(file('dashboard.json'))
const alerts: Alerts = parse(file('alerts.yaml'))
const panels = dashboard.panels.filter(({ type }) => type !== 'row')
const rules = alerts.groups.flatMap((group) => group.rules)

const expressions = [
  ...panels.flatMap(({ title, targets }) => targets!.map(({ expr }) => [title, expr] as const)),
  ...rules.flatMap(({ title, data }) => data.map(({ model }) => [title, model.expr] as const)),
]

/** The parts of an expression that the product does not send. */
function missingParts(expression: string, sent: Map<string, Set<string>>): string[] {
  return metricsIn(expression).flatMap(({ metric, labels }) => {
    const knownLabels = sent.get(metric)
    return knownLabels
      ? labels.filter((label) => !knownLabels.has(label)).map((one) => `${metric}{${one}}`)
      : [metric]
  })
}

describe('the dashboard and the alert rules', () => {
  test('name only metrics and labels that the product sends', () => {
    const sentMetrics = inPrometheus(collector.metrics())
    expect(expressions.length).toBeGreaterThan(25)
    for (const [title, expression] of expressions) {
      expect([title, metricsIn(expression).length > 0]).toEqual([title, true])
      expect([title, missedIn(expression)]).toEqual([title, []])
      expect([title, missingParts(expression, sentMetrics)]).toEqual([title, []])
    }
    expect(missingParts('rate(qishu_nothing_total{job="x"}[5m])', sentMetrics)).toEqual([
      'qishu_nothing_total',
    ])
    expect(missingParts('sum by (nobody) (qishu_jobs_due{job="x"})', sentMetrics)).toEqual([
      'qishu_jobs_due{nobody}',
    ])
    expect(missedIn('rate(qishu_jobs_due[5m])')).toEqual(['qishu_jobs_due'])
  })

  test('use every metric of ours', () => {
    const usedMetrics = new Set(
      expressions.flatMap(([, expression]) => metricsIn(expression).map(({ metric }) => metric)),
    )
    const plain = (name: string) => name.replace(/_(bucket|count|sum)$/, '')
    const unusedMetrics = [...inPrometheus(collector.metrics()).keys()].filter(
      (name) => ![...usedMetrics].some((one) => plain(one) === plain(name)),
    )
    expect(unusedMetrics).toEqual([])
  })

  test('can be read: a title, a description and a unit each, a variable for the data source', () => {
    expect(dashboard).toMatchObject({ uid: 'qishu', tags: expect.arrayContaining(['qishu']) })
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'service', 'route'])
    expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Rate, errors, duration',
      'Saturation',
      'Business',
    ])
    for (const { title, description, datasource, fieldConfig } of panels)
      expect([title, description, fieldConfig?.defaults.unit, datasource?.uid]).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/\.$/),
        expect.stringMatching(/./),
        '${datasource}',
      ])
    expect(new Set(rules.map(({ uid }) => uid)).size).toBe(rules.length)
    for (const rule of rules) {
      expect(rule.data.map(({ refId }) => refId)).toEqual([rule.condition])
      expect(rule.annotations.summary).toMatch(/\.$/)
      expect(['warning', 'critical']).toContain(rule.labels.severity)
    }
  })
})

test('the configuration of the collector is complete', () => {
  const { receivers, processors, exporters, service } = parse(file('collector.yaml'))
  for (const [signal, pipeline] of Object.entries<Record<string, string[]>>(service.pipelines)) {
    expect(['traces', 'metrics']).toContain(signal)
    expect(Object.keys(receivers)).toEqual(expect.arrayContaining(pipeline.receivers!))
    expect(Object.keys(processors)).toEqual(expect.arrayContaining(pipeline.processors!))
    expect(Object.keys(exporters)).toEqual(expect.arrayContaining(pipeline.exporters!))
  }
})

describe('Prometheus', () => {
  test('reads the same names on the private port', async () => {
    const text = await metricsText()
    const shownNames = new Set([...text.matchAll(/^([a-z_0-9]+)(?:\{| )/gm)].map(([, name]) => name!))
    const sentMetrics = inPrometheus(collector.metrics())
    expect([...sentMetrics.keys()].filter((name) => !shownNames.has(name))).toEqual([])
    expect(text).toMatch(/^# TYPE http_server_request_duration_seconds histogram$/m)
    expect(text).toMatch(
      /^http_server_request_duration_seconds_count\{.*http_route="\/pricing".*http_response_status_code="200".*\} 1$/m,
    )
    expect(text).toMatch(/^qishu_callbacks_refused_total\{qishu_service="esign"\} 1$/m)
    expect(text).toMatch(/^process_memory_usage_bytes \d{8,}$/m)
  })

  test('finds nothing else there, and nothing on the public port', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
    expect((await newClient(world.db).get('/metrics', { accept: 'text/plain' })).status).toBe(404)
  })
})

test('failed requests are counted by their status, with the error', () => {
  const points = collector
    .metrics()
    .filter(({ name }) => name === 'http.server.request.duration')
    .flatMap((metric) => metric.points)
  expect(points.map(({ attributes }) => attributes)).toContainEqual({
    'http.request.method': 'GET',
    'url.scheme': 'http',
    'http.route': '/sign/:token',
    'http.response.status_code': 500,
    'error.type': 'Error',
  })
})

test('no metric holds an id, an address or a token', async () => {
  const text = (await metricsText()).replace(/^target_info.*$/m, '')
  expect(text).toContain('http_route=')
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|[a-z2-7]{40}/)
})
