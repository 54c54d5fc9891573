import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'
import { config } from '#src/core/config.ts'

const tracer = trace.getTracer('qishu')

/**
 * Starts OpenTelemetry. Loads the SDK only if an endpoint is configured, because tracing costs more than half
 * the throughput.
 */
export async function startTelemetry(): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {}
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ serviceName: 'qishu' })
  sdk.start()
  return () => sdk.shutdown()
}

/** Renames the current span when more is known than at its start. */
export function nameSpan(name: string, attributes: Attributes) {
  trace.getActiveSpan()?.updateName(name).setAttributes(attributes)
}

/** Runs `work` in a span; a thrown error is recorded and rethrown. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
      throw error
    } finally {
      span.end()
    }
  })
}
