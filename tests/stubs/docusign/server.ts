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
 * How the next calls fail: by an error, by a closed connection before or after they did their work, or
 * without an answer. `at`: only calls whose method and path contain this.
 */
export interface Failure {
  times: number
  how: '500' | 'closed' | 'after' | 'slow'
  at?: string
}

export interface Server {
  url: string
  fail: Failure | null
  /** Every received call, as `POST /path`. */
  asked: string[]
  close: () => void
}

/** An HTTP server on 127.0.0.1, for tests only. */
export function startServer(answer: (call: Call) => Reply | Promise<Reply>): Promise<Server> {
  if (config.production) throw new Error('a stub never stands in for a service')
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '', server.url)
    const name = `${request.method} ${url.pathname}`
    server.asked.push(name)
    const how = failureOf(server, name)
    if (how === 'closed') return void request.socket.destroy()
    if (how === '500') return void response.writeHead(500).end('<html>Internal server error</html>')
    const body = Buffer.concat(chunks)
    const reply = await answer({ method: request.method ?? '', url, headers: request.headers, body })
    if (how === 'after') return void request.socket.destroy()
    if (how === 'slow') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
  })
  const close = () => {
    http.close()
    http.closeAllConnections()
  }
  const server: Server = { url: '', fail: null, asked: [], close }
  return new Promise((done) =>
    http.listen(0, '127.0.0.1', () => {
      server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
      done(server)
    }),
  )
}

function failureOf(server: Server, name: string): Failure['how'] | null {
  const { fail } = server
  if (!fail || (fail.at && !name.includes(fail.at))) return null
  fail.times -= 1
  if (fail.times <= 0) server.fail = null
  return fail.how
}

export const ok = (body: object, status = 200): Reply => ({ status, body: JSON.stringify(body) })

/** DocuSign's error of the API. */
export const refusal = (errorCode: string, status = 400, message = `${errorCode} happened`): Reply => ({
  ...ok({ errorCode, message }, status),
  headers: { 'x-docusign-tracetoken': '4ff9-trace' },
})
