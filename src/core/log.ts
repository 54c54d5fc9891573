import { trace } from '@opentelemetry/api'
import pino from 'pino'
import { config } from './config.ts'
import { requestId } from './request.ts'

/**
 * The structured log; it redacts secrets. Each line of a request has the request's id, and with tracing the
 * trace id, to find the trace of a log line and vice versa.
 */
export const log = pino({
  level: config.NODE_ENV === 'test' ? 'silent' : config.LOG_LEVEL,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['password', 'code', 'token', 'cookie', '*.password', '*.code', '*.token'],
  mixin: () => {
    const span = trace.getActiveSpan()?.spanContext()
    return { requestId: requestId(), ...(span && { traceId: span.traceId, spanId: span.spanId }) }
  },
})
