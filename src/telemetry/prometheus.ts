import { createServer, type Server } from 'node:http'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { ConfigError } from '#src/core/configuration/config-error.ts'
import { prometheusName } from './prometheus-name.ts'

/** Serves the metrics as Prometheus text at `/metrics`, on a separate port that the public never reaches. */
export async function startPrometheus(port: number, host: string): Promise<MetricReader> {
  const reader = new PrometheusReader()
  await reader.listen(port, host)
  return reader
}

class PrometheusReader extends MetricReader {
  #server: Server
  #serializer = new PrometheusSerializer(undefined, false, undefined, false, true)

  constructor() {
    super()
    this.#server = createServer(async (request, response) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
        return response.writeHead(404).end()
      const { resourceMetrics } = await this.collect()
      const text = this.#serializer.serialize(namedForPrometheus(resourceMetrics))
      return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    })
  }

  listen(port: number, host: string): Promise<void> {
    return new Promise((done, fail) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) =>
        fail(new ConfigError(`METRICS_PORT ${port} cannot be opened on ${host} (${error.code})`)),
      )
      this.#server.listen(port, host, done)
    })
  }

  protected async onForceFlush() {}

  protected async onShutdown() {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}

/**
 * Adds units to names, because the serializer does not. A collector does, and dashboards need the same name
 * from both.
 */
function namedForPrometheus(resourceMetrics: ResourceMetrics): ResourceMetrics {
  const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => {
      const { descriptor } = metric
      return { ...metric, descriptor: { ...descriptor, name: prometheusName(descriptor) } }
    }),
  }))
  return { ...resourceMetrics, scopeMetrics }
}
