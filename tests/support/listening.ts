import { connect } from 'node:net'
import { serve } from '@hono/node-server'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'

export interface Listening {
  port: number
  /** Sends these bytes unchanged, and returns all received bytes when the connection has ended. */
  raw: (request: string | Buffer) => Promise<string>
  close: () => Promise<void>
}

/**
 * The app behind a real HTTP server on 127.0.0.1, which tests the HTTP parser and the handling of URLs too.
 */
export function listenTo(db: Db): Promise<Listening> {
  return new Promise((done) => {
    const server = serve({ fetch: createApp(db).fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      done({
        port,
        raw: (request) => exchange(port, request),
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    )
  })
}

function exchange(port: number, request: string | Buffer): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => done(Buffer.concat(chunks).toString('utf8')))
    // The server closed the connection before reading all our bytes; its response, if any, is in `chunks`.
    socket.on('error', () => {})
  })
}

export const getRaw = (path: string, headers: string[] = []) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost:3000', 'Connection: close', ...headers, '', ''].join('\r\n')
