import { createServer, connect as open, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string
  /** Keeps connections open without data, like a hanging server or a network that drops packets. */
  freeze(): void
  /** Lets held-back data pass. */
  thaw(): void
  /** Closes every connection and refuses new ones. */
  shut(): Promise<void>
  reopen(): Promise<void>
}

/**
 * A TCP proxy in front of the database of `url`; closed by `shut`. What the database sends after the bytes
 * `pauseAfter` arrives 5 ms later.
 */
export async function openDatabaseProxy(url: string, pauseAfter?: Buffer): Promise<DatabaseProxy> {
  const target = new URL(url)
  const ends = new Set<Socket>()
  let frozen = false
  const server = createServer((near) => {
    const far = open(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      if (pauseAfter && one === far) passInPieces(far, near, pauseAfter).catch(() => {})
      else one.on('data', (chunk) => other.write(chunk))
      one.on('error', () => {})
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
      if (frozen) one.pause()
    }
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as { port: number }
  const gated = new URL(url)
  gated.port = String(port)
  return {
    url: gated.href,
    freeze: () => {
      frozen = true
      for (const one of ends) one.pause()
    },
    thaw: () => {
      frozen = false
      for (const one of ends) one.resume()
    },
    shut: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const one of ends) one.destroy()
      }),
    reopen: () => listen(port),
  }
}

async function passInPieces(from: Socket, to: Socket, pauseAfter: Buffer) {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    const index = chunk.indexOf(pauseAfter)
    const end = index < 0 ? chunk.length : index + pauseAfter.length
    to.write(chunk.subarray(0, end))
    if (end === chunk.length) continue
    await wait(5)
    to.write(chunk.subarray(end))
  }
}
