import { type Span, SpanKind } from '@opentelemetry/api'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import { withRequest } from '#src/core/request.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { routeOf } from '#src/http/refusals.ts'
import type { Ctx } from '#src/http/web.ts'
import { durations, REQUEST_BOUNDS } from '#src/telemetry/metrics.ts'
import { errorType, failSpan, inEntrySpan } from '#src/telemetry/spans.ts'

const recordDuration = durations({
  name: 'http.server.request.duration',
  description: 'Duration of requests, by route, method and status',
  bounds: REQUEST_BOUNDS,
})

/** Load balancers request these every few seconds, so they are not traced, logged or counted. */
const PROBE_PATHS = new Set(['/healthz', '/readyz'])

/**
 * The first middleware: records the id and the origin of each request, and observes it as a span, a metric
 * and a log line.
 */
export function observeRequest(c: Ctx, next: () => Promise<void>): Promise<void> {
  if (PROBE_PATHS.has(c.req.path)) return next()
  const began = performance.now()
  const entry = { name: methodOf(c), kind: SpanKind.SERVER, parent: c.req.header('traceparent') }
  return withRequest(requestOf(c), () =>
    inEntrySpan(entry, async (span) => {
      await next()
      report(c, span, performance.now() - began)
    }),
  )
}

function report(c: Ctx, span: Span, milliseconds: number) {
  const route = routeOf(c)
  const { status } = c.res
  const failure = status >= 500 ? failureOf(c.error, status) : undefined
  const attributes = () => ({
    'http.request.method': methodOf(c),
    'url.scheme': config.secure ? 'https' : 'http',
    ...(route !== UNKNOWN && { 'http.route': route }),
    'http.response.status_code': status,
    ...(failure && { 'error.type': failure }),
  })
  if (span.isRecording()) {
    // A path may contain a token or a person's id, so its pattern is recorded instead.
    span.setAttributes(attributes()).setAttribute('url.path', route === UNKNOWN ? '/*' : route)
    if (route !== UNKNOWN) span.updateName(`${methodOf(c)} ${route}`)
    if (failure) failSpan(span, failure)
  }
  recordDuration(milliseconds, attributes)
  const level = config.demo || (route === UNKNOWN && status < 400) ? 'debug' : 'info'
  log[level]({ method: methodOf(c), route, status, ms: Math.round(milliseconds) }, 'request')
}

const UNKNOWN = 'unknown'
const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'])

const methodOf = ({ req }: Ctx) => (METHODS.has(req.method) ? req.method : '_OTHER')

/** The error that `onError` has answered; undefined if the route itself answered with this status. */
function failureOf(error: Error | undefined, status: number): string {
  if (!error) return String(status)
  return error instanceof AppError ? error.code : errorType(error)
}

const requestOf = (c: Ctx) => ({
  id: idOf(c),
  address: clientAddress(c),
  network: networkOf(c),
  device: (c.req.header('user-agent') ?? '').slice(0, 200),
})

const WELL_FORMED = /^[\w-]{8,64}$/

/** The request id that our own proxy has set, or a new one. */
function idOf(c: Ctx): string {
  const header = config.TRUST_PROXY ? c.req.header('x-request-id') : undefined
  return header && WELL_FORMED.test(header) ? header : newId()
}
