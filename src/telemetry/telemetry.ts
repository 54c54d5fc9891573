import { config } from '#src/core/config.ts'
import { openMeter } from './metrics.ts'

/** Starts OpenTelemetry. Without an endpoint and a port for metrics, no part of it is loaded. */
export async function startTelemetry(): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT && !config.METRICS_PORT) return async () => {}
  const { startSdk } = await import('./sdk.ts')
  const stop = await startSdk()
  openMeter()
  return stop
}
