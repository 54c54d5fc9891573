import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { config } from '#src/core/config.ts'

/**
 * How the next calls fail: with a status, with a lost connection before or after the work, or too late for
 * the caller.
 */
export interface Failure {
  times: number
  how: '500' | 'closed' | 'after' | 'slow'
  /** Only calls of this action. */
  action?: string
}

export interface Received {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Sent {
  status: number
  type: string
  body: string | Uint8Array
  location?: string
}

export interface Listening {
  port: number
  fail: Failure | null
  stop: () => void
}

/** An HTTP server on 127.0.0.1, for tests only. */
export function listen(answer: (received: Received) => Sent): Promise<Listening> {
  if (config.production) throw new Error('a stub never stands in for a service')
  const state: Listening = { port: 0, fail: null, stop: () => undefined }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { fail } = state
    const isMeant = fail && (fail.action ?? request.headers['x-tc-action']) === request.headers['x-tc-action']
    const how = isMeant ? fail.how : undefined
    if (isMeant && --fail.times === 0) state.fail = null
    if (how === 'closed' || how === 'slow') {
      if (how === 'closed') request.socket.destroy()
      return
    }
    if (how === '500') return void response.writeHead(500).end('<html>Internal Server Error</html>')
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { method = '', headers } = request
    const { status, type, body, location } = answer({ method, url, headers, body: Buffer.concat(parts) })
    if (how === 'after') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
  })
  state.stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      state.port = (server.address() as AddressInfo).port
      done(state)
    }),
  )
}
