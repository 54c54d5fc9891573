import { DiagLogLevel, diag } from '@opentelemetry/api'
import type { MetricReader } from '@opentelemetry/sdk-metrics'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import { release } from '#src/core/release.ts'
import { startPrometheus } from './prometheus.ts'

/** Loaded only if telemetry is configured, because it takes 40 MB and half a second. */
export async function startSdk(): Promise<() => Promise<void>> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  setDefaults({
    OTEL_SERVICE_NAME: config.OTEL_SERVICE_NAME,
    OTEL_RESOURCE_ATTRIBUTES: `service.version=${release()}`,
    OTEL_NODE_RESOURCE_DETECTORS: 'env,host,serviceinstance',
    OTEL_TRACES_EXPORTER: endpoint ? 'otlp' : 'none',
    OTEL_TRACES_SAMPLER: config.OTEL_TRACES_SAMPLER,
    OTEL_TRACES_SAMPLER_ARG: config.OTEL_TRACES_SAMPLER_ARG,
    OTEL_LOGS_EXPORTER: 'none',
  })
  const report = (message: string, ...details: unknown[]) =>
    log.warn({ error: [message, ...details].map(String).join(' ') }, 'telemetry')
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.ERROR,
  )
  const metricReaders: MetricReader[] = []
  if (endpoint) metricReaders.push(await otlpReader())
  if (config.METRICS_PORT) metricReaders.push(await startPrometheus(config.METRICS_PORT, config.METRICS_HOST))
  const sdk = new NodeSDK({ metricReaders })
  sdk.start()
  return () => sdk.shutdown()
}

/** Sets missing variables of the SDK, which reads them itself. */
function setDefaults(defaults: Record<string, string>) {
  for (const [name, value] of Object.entries(defaults)) process.env[name] ||= value
}

async function otlpReader(): Promise<MetricReader> {
  const { PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics')
  const { OTLPMetricExporter } =
    config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto')
  const exportIntervalMillis = config.OTEL_METRIC_EXPORT_INTERVAL
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
  })
}
