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
  body: string | Uint8Array
  headers?: Record<string, string>
}

/**
 * How the next calls fail, once some have passed: two before anything is done, `after` once it is, `slow`
 * once it is and with no answer.
 */
export interface Failing {
  times: number
  passing?: number
  how: '500' | 'closed' | 'after' | 'slow'
}

export interface Server {
  url: string
  fail: Failing | null
  /** Every call, as `POST /path`. */
  asked: string[]
  stop: () => void
}

/** An HTTP server on 127.0.0.1 that simulates the service, for tests only. */
export function startServer(answer: (call: Call) => Reply | Promise<Reply>): Promise<Server> {
  if (config.production) throw new Error('a stub never stands in for an e-sign service')
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const url = new URL(request.url ?? '', server.url)
    server.asked.push(`${request.method} ${url.pathname}`)
    const how = failing(server)
    if (how === 'closed') return void request.socket.destroy()
    if (how === '500') return void response.writeHead(500).end('<html>Internal Server Error</html>')
    const call = { method: request.method ?? '', url, headers: request.headers, body: Buffer.concat(parts) }
    const reply = await answer(call)
    if (how === 'after') return void request.socket.destroy()
    if (how === 'slow') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
  })
  const stop = () => {
    http.close()
    http.closeAllConnections()
  }
  const server: Server = { url: '', fail: null, asked: [], stop }
  return new Promise((done) =>
    http.listen(0, '127.0.0.1', () => {
      server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
      done(server)
    }),
  )
}

function failing(server: Server): Failing['how'] | null {
  if (!server.fail || server.fail.times <= 0) return null
  if (server.fail.passing) {
    server.fail.passing -= 1
    return null
  }
  server.fail.times -= 1
  return server.fail.how
}
