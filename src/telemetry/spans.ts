import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/**
 * Not cached: a tracer that was made before the SDK's start uses the SDK only if both share one copy of the
 * API, and the build contains a copy of its own.
 */
const tracer = () => trace.getTracer('qishu')

/** The start of a trace in this process: a new trace, or one that began in another process. */
interface Entry {
  name: string
  kind: SpanKind
  /** The `traceparent` of the caller, or of the code that enqueued the job. */
  parent?: string
}

/**
 * Runs `work` in the first span that this process has of a trace. `work` sets the attributes of the span,
 * and only if the span is recorded.
 */
export function inEntrySpan<T>({ name, kind, parent }: Entry, work: (span: Span) => Promise<T>): Promise<T> {
  const parentContext = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : ROOT_CONTEXT
  return runIn(tracer().startSpan(name, { kind }, parentContext), parentContext, work)
}

interface Step {
  name: string
  kind?: SpanKind
  attributes?: Attributes
}

/** Runs `work` in a span if the surrounding request or job is recorded; otherwise without a span. */
export function inSpan<T>({ name, kind, attributes }: Step, work: () => Promise<T>): Promise<T> {
  if (!isRecorded()) return work()
  return runIn(tracer().startSpan(name, { kind, attributes }), context.active(), work)
}

async function runIn<T>(span: Span, parentContext: Context, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(parentContext, span), work, undefined, span)
  } catch (error) {
    failSpan(span, errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** A span without child spans; undefined if the surrounding request or job is not recorded. */
export function startLeafSpan(name: () => string, attributes: () => Attributes): Span | undefined {
  if (!isRecorded()) return undefined
  return tracer().startSpan(name(), { kind: SpanKind.CLIENT, attributes: attributes() })
}

const isRecorded = () => trace.getActiveSpan()?.isRecording() === true

export function failSpan(span: Span, type: string) {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The kind of an error in one word. Never its message, which may contain values. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const word = [code, name].find((one) => /^\w{1,60}$/.test(String(one ?? '')))
  return word === undefined ? '_OTHER' : String(word)
}

/** The `traceparent` of the current span, to continue its trace elsewhere. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/**
 * The current traceparent if the trace is recorded here; stored with work that others will continue (see
 * `linkTrace`).
 */
export const recordedTraceparent = () => (isRecorded() ? currentTraceparent() : undefined)

const linkedTracesBySpan = new WeakMap<Span, Set<string>>()

/**
 * Links the current span to the trace in which the work began, once. Later actions of other people are not a
 * part of that trace; the link leads from one to the other.
 */
export function linkTrace(traceparent: string | null) {
  const span = trace.getActiveSpan()
  if (!traceparent || !span?.isRecording()) return
  const context = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }))
  if (!context || context.traceId === span.spanContext().traceId) return
  const linkedTraces = linkedTracesBySpan.get(span) ?? new Set()
  if (linkedTraces.has(traceparent)) return
  linkedTracesBySpan.set(span, linkedTraces.add(traceparent))
  span.addLink({ context })
}

/** The id of the current trace, which is stored with an error so that the trace can be found. */
export const currentTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId

/**
 * Runs a call to another company's service, or to the store, as a step of the surrounding request or job.
 */
export const inCall = <T>(service: string, operation: string, work: () => Promise<T>): Promise<T> =>
  isRecorded() ? inSpan(callOf(service, operation), work) : work()

const callOf = (service: string, operation: string): Step => ({
  name: `${operation} ${service}`,
  kind: SpanKind.CLIENT,
  attributes: { 'service.peer.name': service },
})

type AsyncMethod = (...args: unknown[]) => Promise<unknown>

/**
 * Wraps the client of a service, so that its named asynchronous methods run as such calls. Their arguments
 * and results are not recorded.
 */
export function tracedClient<C extends object>(service: string, client: C, methods: (keyof C & string)[]): C {
  const tracedNames = new Set<PropertyKey>(methods)
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const method: AsyncMethod = value.bind(target)
      if (!tracedNames.has(name)) return method
      return (...args: unknown[]) => inCall(service, String(name), () => method(...args))
    },
  })
}
