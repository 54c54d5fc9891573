import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#src/core/config.ts'
import { prometheusName } from '#src/telemetry/prometheus-name.ts'
import { errorType } from '#src/telemetry/spans.ts'
import { sourceFiles } from '#tests/support/files.ts'

const packagesOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(@opentelemetry\/[\w-]+)'/g)].map(
    ([, name]) => name!,
  )

test('only the module that starts the SDK imports it, and is imported only for telemetry', () => {
  const files = sourceFiles(['src', 'assembly', 'modules', 'views', 'islands'])
  const users = files.filter((file) => packagesOf(file).some((name) => name !== '@opentelemetry/api'))
  expect(users.sort()).toEqual(['src/telemetry/prometheus.ts', 'src/telemetry/sdk.ts'])
  const importers = files.filter((file) =>
    /from '[^']*\/(sdk|prometheus)\.ts'/.test(readFileSync(file, 'utf8')),
  )
  expect(importers).toEqual(['src/telemetry/sdk.ts'])
  expect(readFileSync('src/telemetry/telemetry.ts', 'utf8')).toContain("await import('./sdk.ts')")
  expect(files.filter((file) => file.startsWith('modules/') && packagesOf(file).length)).toEqual([])
})

test('one trace in twenty is recorded by default, and a wrong sampler is refused by its name', () => {
  expect(readConfig({ NODE_ENV: 'test' })).toMatchObject({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    OTEL_SERVICE_NAME: 'qishu',
    METRICS_HOST: '127.0.0.1',
  })
  const expectRefusal = (env: Record<string, string>) => () => readConfig({ NODE_ENV: 'test', ...env })
  expect(expectRefusal({ OTEL_TRACES_SAMPLER: 'some' })).toThrow(/^OTEL_TRACES_SAMPLER should be one of/)
  expect(expectRefusal({ OTEL_TRACES_SAMPLER_ARG: '5' })).toThrow(/share from 0 to 1/)
  expect(expectRefusal({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/http\/protobuf or http\/json/)
})

test('names in Prometheus have their units once', () => {
  expect(prometheusName({ name: 'http.server.request.duration', unit: 's' })).toBe(
    'http_server_request_duration_seconds',
  )
  expect(prometheusName({ name: 'wait.seconds', unit: 's' })).toBe('wait_seconds')
  expect(prometheusName({ name: 'process.memory.usage', unit: 'By' })).toBe('process_memory_usage_bytes')
  expect(prometheusName({ name: 'qishu.mails', unit: '{mail}' })).toBe('qishu_mails')
})

test('an error is named in one word, never by its message', () => {
  expect(errorType(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
  expect(errorType(new TypeError('for chen@lotus.example'))).toBe('TypeError')
  expect(errorType({ code: 'refused for chen@lotus.example', name: 'Error' })).toBe('Error')
  expect(errorType('thrown text')).toBe('_OTHER')
  expect(errorType(undefined)).toBe('_OTHER')
})
