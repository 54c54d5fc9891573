import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { config } from '#src/core/config.ts'

/**
 * How a gateway handles a request: it responds, closes the connection, acts without responding, or responds
 * with the error page of its proxy.
 */
export type GatewayBehaviour = 'up' | 'down' | 'slow' | 'broken'

export interface Call {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body: string | Uint8Array
}

export interface Gateway {
  url: string
  mood: GatewayBehaviour
  /** Every received call, as `POST /path`. */
  requests: string[]
  close: () => void
}

/** An HTTP server on 127.0.0.1 that simulates a gateway. */
export function startGateway(answer: (call: Call) => Reply): Promise<Gateway> {
  if (config.production) throw new Error('a stub never stands in for a gateway')
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const url = new URL(request.url ?? '', gateway.url)
    gateway.requests.push(`${request.method} ${url.pathname}`)
    if (gateway.mood === 'down') return void request.socket.destroy()
    if (gateway.mood === 'broken') return void response.writeHead(502).end('<html>Bad gateway</html>')
    const reply = answer({ method: request.method ?? '', url, headers: request.headers, body })
    if (gateway.mood === 'slow') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
  })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const gateway: Gateway = { url: '', mood: 'up', requests: [], close }
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      done(gateway)
    }),
  )
}
