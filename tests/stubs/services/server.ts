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

/** 500 and closed: before anything is done; after and slow: once it is, hanging up or never answering. */
export type FailureKind = '500' | 'closed' | 'after' | 'slow'

/** How the next calls fail. */
export interface Failure {
  times: number
  how: FailureKind
  /** How many of them pass before. */
  passing?: number
  /** Only these calls. */
  at?: (call: Call) => boolean
}

export interface Server {
  url: string
  /** Null again when it has happened. */
  fail: Failure | null
  /** Every call is cut off. */
  isDown: boolean
  /** Every call, as `POST /path`. */
  requests: string[]
  stop: () => void
}

/** An HTTP server on 127.0.0.1 that simulates a service; `port`: any free one without it. */
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

/** Calls whose method and path contain a text. */
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
