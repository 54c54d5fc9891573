import { trace } from '@opentelemetry/api'
import pino from 'pino'
import { config } from './config.ts'
import { requestId } from './request.ts'

/**
 * The structured log. It redacts secrets. Each line of a request contains the request's id, and with tracing
 * also the trace id, so that the trace of a log line can be found and vice versa.
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
