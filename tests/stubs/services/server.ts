import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { config } from '#src/core/config.ts'

export interface Call {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body: string | Uint8Array
}

/**
 * `500` and `closed` fail before the request takes effect. `after` and `slow` fail once it has taken effect:
 * by closing the connection, or by never responding.
 */
export type FailureKind = '500' | 'closed' | 'after' | 'slow'

/** How the next requests fail. */
export interface Failure {
  times: number
  how: FailureKind
  /** The number of requests that succeed before the failure. */
  passing?: number
  /** Restricts the failure to these requests. */
  at?: (call: Call) => boolean
}

export interface Server {
  url: string
  /** The next failure; null once it has happened. */
  fail: Failure | null
  /** While true, every connection is closed. */
  isDown: boolean
  /** All requests, as `POST /path`. */
  requests: string[]
  stop: () => void
}

/** An HTTP server on 127.0.0.1 that simulates a service; by default on any free port. */
export function startServer(answer: (call: Call) => Reply | Promise<Reply>, port = 0): Promise<Server> {
  if (config.production) throw new Error('a stub never stands in for an e-sign service')
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', `http://${headers.host}`)
    const call = { method, url, headers, body: Buffer.concat(parts) }
    server.requests.push(`${method} ${url.pathname}`)
    const how = server.isDown ? 'closed' : failureOf(server, call)
    if (how === 'closed') return void request.socket.destroy()
    if (how === '500') return void response.writeHead(500).end('<html>Internal Server Error</html>')
    const reply = await answer(call)
    if (how === 'after') return void request.socket.destroy()
    if (how === 'slow') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
  })
  const stop = () => {
    http.close()
    http.closeAllConnections()
  }
  const server: Server = { url: '', fail: null, isDown: false, requests: [], stop }
  return new Promise((done, fail) =>
    http.once('error', fail).listen(port, '127.0.0.1', () => {
      server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
      done(server)
    }),
  )
}

/** Requests whose method and path contain a text. */
export const named = (text: string) => (call: Call) => `${call.method} ${call.url.pathname}`.includes(text)

function failureOf(server: Server, call: Call): FailureKind | null {
  const { fail } = server
  if (!fail || (fail.at && !fail.at(call))) return null
  if (fail.passing) {
    fail.passing -= 1
    return null
  }
  fail.times -= 1
  if (fail.times <= 0) server.fail = null
  return fail.how
}
