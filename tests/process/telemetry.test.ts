import { afterAll, expect, test } from 'vitest'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { startCollector } from '#tests/support/otlp.ts'
import { newDataDir, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

const SERVER = 2

const dataDir = await newDataDir()
afterAll(async () => {
  await stopAllServers()
  await removeDataDir(dataDir)
})

// The build contains a separate copy of the API, which the other tests of telemetry do not load.
test('the built server sends spans and metrics to a collector', async () => {
  const collector = await startCollector()
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: await urlOf(await testDatabase()),
    NODE_ENV: 'test',
    DEMO: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  expect((await fetch(`${server.base}/faq`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  collector.close()
  const page = collector.spans().find(({ kind, name }) => kind === SERVER && name === 'GET /faq')
  expect(page).toBeDefined()
  const queries = collector.spans().filter(({ parentSpanId }) => parentSpanId === page!.spanId)
  expect(queries.length).toBeGreaterThan(0)
  expect(collector.metrics().map(({ name }) => name)).toContain('http.server.request.duration')
})
