import { SpanKind } from '@opentelemetry/api'
import { currentTraceparent, inEntrySpan, inSpan } from '#src/telemetry/spans.ts'

/** The reserved key of a job's data for the trace that enqueued it. The work of the job never gets it. */
interface TracedData {
  traceparent?: string
}

/** Named by the conventions for messaging: names of spans begin with the operation. */
const attributesOf = (operation: 'send' | 'process', queue: string) => ({
  'messaging.system': 'pgboss',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.destination.name': queue,
})

/** Returns the function that enqueues a job of this queue as a step of the current trace. */
export function enqueuer(queue: string) {
  const step = { name: `send ${queue}`, kind: SpanKind.PRODUCER, attributes: attributesOf('send', queue) }
  return <T extends object>(data: T, send: (data: T & TracedData) => Promise<unknown>) =>
    inSpan(step, () => {
      const traceparent = currentTraceparent()
      return send(traceparent ? { ...data, traceparent } : data)
    })
}

/** The stored data of a job without the trace. */
export function dataWithoutTrace<T>(stored: T & TracedData): T {
  if (typeof stored !== 'object' || !stored) return stored
  const { traceparent: _, ...data } = stored
  return data as T
}

interface StoredJob {
  id: string
  data: unknown
}

/**
 * Works a job as a part of the trace that enqueued it; both are one trace, because each job is worked alone.
 * A job without such a trace begins a new one, unless it only looks for something to do (`polls`).
 */
export function workInTrace<T>(
  queue: string,
  { id, data }: StoredJob,
  { work, polls }: { work: (data: object) => Promise<T>; polls: boolean },
): Promise<T> {
  const { traceparent: parent } = (data ?? {}) as TracedData
  const ownData = dataWithoutTrace(data as object)
  if (polls && !parent) return work(ownData)
  return inEntrySpan({ name: `process ${queue}`, kind: SpanKind.CONSUMER, parent }, (span) => {
    if (span.isRecording())
      span.setAttributes(attributesOf('process', queue)).setAttribute('messaging.message.id', id)
    return work(ownData)
  })
}
