import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Collector {
  url: string
  /** Everything it received, unchanged: OTLP as JSON. */
  bodies: string[]
  /** The names of all spans so far. */
  names: () => string[]
  close: () => void
}

interface Trace {
  resourceSpans?: { scopeSpans: { spans: { name: string }[] }[] }[]
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
  const names = () =>
    bodies
      .map((body): Trace => JSON.parse(body))
      .flatMap(({ resourceSpans = [] }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans.map((span) => span.name))
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      done({ url: `http://127.0.0.1:${port}`, bodies, names, close: () => server.close() })
    }),
  )
}
