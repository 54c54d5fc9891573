import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  /** Spans of other traces that it continues. */
  links?: { traceId: string; spanId: string }[]
  name: string
  /** 2: SERVER, 3: CLIENT, 4: PRODUCER, 5: CONSUMER */
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  /** 2: an error; 0: unset */
  status: number
}

export interface SentMetric {
  name: string
  unit: string
  description: string
  points: { attributes: Record<string, unknown>; value: number }[]
  kind: 'sum' | 'gauge' | 'histogram'
}

export interface Collector {
  url: string
  /** The bodies of all received requests, unchanged: OTLP as JSON. */
  bodies: string[]
  /** The names of all received spans. */
  names: () => string[]
  spans: () => SentSpan[]
  metrics: () => SentMetric[]
  /** The attributes of the process that sent the last span. */
  resource: () => Record<string, unknown>
  close: () => void
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface RawSpan extends Omit<SentSpan, 'attributes' | 'status'> {
  attributes?: Attribute[]
  status?: { code?: number }
}

interface RawPoint {
  attributes?: Attribute[]
  asInt?: string | number
  asDouble?: number
  count?: string | number
}

interface RawMetric extends Pick<SentMetric, 'name' | 'unit' | 'description'> {
  sum?: { dataPoints: RawPoint[] }
  gauge?: { dataPoints: RawPoint[] }
  histogram?: { dataPoints: RawPoint[] }
}

interface Resource {
  resource?: { attributes?: Attribute[] }
}

interface SentBody {
  resourceSpans?: (Resource & { scopeSpans: { spans: RawSpan[] }[] })[]
  resourceMetrics?: (Resource & { scopeMetrics: { metrics: RawMetric[] }[] })[]
}

const plainAttributes = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const spanOf = ({ attributes, status, ...span }: RawSpan): SentSpan => {
  const spanFields = { attributes: plainAttributes(attributes), status: status?.code ?? 0 }
  return { ...span, ...spanFields }
}

function metricOf({ name, unit, description, ...metric }: RawMetric): SentMetric {
  const kind = (['sum', 'gauge', 'histogram'] as const).find((one) => metric[one])!
  const points = metric[kind]!.dataPoints.map(({ attributes, asInt, asDouble, count }) => ({
    attributes: plainAttributes(attributes),
    value: Number(asInt ?? asDouble ?? count),
  }))
  return { name, unit, description, kind, points }
}

/** An OpenTelemetry collector on 127.0.0.1. The exporter must use http/json. */
export function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const sent = () => bodies.map((body): SentBody => JSON.parse(body))
  const spans = () =>
    sent()
      .flatMap(({ resourceSpans = [] }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans.map(spanOf))
  const metrics = () =>
    sent()
      .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics.map(metricOf))
  const resource = () => {
    const lastResource = sent().flatMap(({ resourceSpans = [], resourceMetrics = [] }) => [
      ...resourceSpans,
      ...resourceMetrics,
    ])
    return plainAttributes(lastResource.at(-1)?.resource?.attributes)
  }
  const names = () => spans().map(({ name }) => name)
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const url = `http://127.0.0.1:${port}`
      done({ url, bodies, names, spans, metrics, resource, close: () => server.close() })
    }),
  )
}
