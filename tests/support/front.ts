import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Front {
  base: string
  /**
   * The number of requests that were passed to another server because the first one refused the connection.
   */
  moved: () => number
  /** Each request that got 502, with the reason. */
  failed: string[]
  close: () => void
}

/** Milliseconds during which a server that refused a connection gets no requests. */
const AVOIDED_MS = 1000

/**
 * A proxy in front of several servers with nginx's default behaviour: round robin, a new connection for each
 * request, bodies read first. After a refused connection the next server is tried. After any other failure
 * only safe requests are repeated; others get 502.
 */
export function startFront(port: number, ports: number[]): Promise<Front> {
  const agent = new Agent({ keepAlive: false })
  const avoided = new Map<number, number>()
  let turnCount = 0
  let movedCount = 0
  const failed: string[] = []
  const order = () => {
    turnCount = (turnCount + 1) % ports.length
    const portsInTurn = [...ports.slice(turnCount), ...ports.slice(0, turnCount)]
    const availablePorts = portsInTurn.filter((one) => (avoided.get(one) ?? 0) < performance.now())
    return [...availablePorts, ...portsInTurn.filter((one) => !availablePorts.includes(one))]
  }
  const server: Server = createServer((request, answer) => {
    void buffer(request).then((body) => send(request, answer, body, order()))
  })
  function send(
    incoming: IncomingMessage,
    answer: ServerResponse,
    body: Buffer,
    [port, ...others]: number[],
  ) {
    const { method = 'GET', url: path } = incoming
    const startedAt = performance.now()
    const fail = (why: string) => {
      failed.push(`${method} ${path}: ${why} after ${(performance.now() - startedAt).toFixed(0)} ms`)
      answer.writeHead(502).end()
    }
    if (port === undefined) return fail('no server accepts connections')
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      connection: 'close',
    }
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, agent }, (reply) => {
      const { connection, 'keep-alive': _, ...rest } = reply.headers
      answer.writeHead(reply.statusCode!, rest)
      reply.on('error', () => answer.destroy())
      reply.pipe(answer)
    })
    answer.on('close', () => forwarded.destroy())
    forwarded.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy()
      const isRefused = error.code === 'ECONNREFUSED'
      if (isRefused) avoided.set(port, performance.now() + AVOIDED_MS)
      if (!isRefused && method !== 'GET' && method !== 'HEAD') return fail(String(error.code ?? error))
      if (isRefused && others.length) movedCount++
      send(incoming, answer, body, others)
    })
    forwarded.end(body)
  }
  return new Promise((done) =>
    server.listen(port, '127.0.0.1', () =>
      done({
        base: `http://localhost:${port}`,
        moved: () => movedCount,
        failed,
        close: () => {
          server.close()
          server.closeAllConnections()
        },
      }),
    ),
  )
}
