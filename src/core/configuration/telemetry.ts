import * as v from 'valibot'
import { url, wholeNumber } from './values.ts'

/** The samplers of OpenTelemetry's specification; the first is our default. */
const SAMPLERS = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const

/** Most of these variables are defined by OpenTelemetry's specification. */
export const TELEMETRY = {
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(
    v.picklist(['http/protobuf', 'http/json'], 'should be http/protobuf or http/json'),
    'http/protobuf',
  ),
  OTEL_SERVICE_NAME: v.optional(v.string(), 'qishu'),
  OTEL_TRACES_SAMPLER: v.optional(
    v.picklist(SAMPLERS, `should be one of ${SAMPLERS.join(', ')}`),
    SAMPLERS[0],
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'should be a share from 0 to 1')),
    '0.05',
  ),
  /** Milliseconds between two posts of the metrics. */
  OTEL_METRIC_EXPORT_INTERVAL: v.optional(wholeNumber, '60000'),
  /** Serves metrics as Prometheus text, on a port and an address that the public cannot reach. */
  METRICS_PORT: v.optional(wholeNumber),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
}
