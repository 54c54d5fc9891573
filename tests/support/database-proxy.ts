import { createServer, connect as open, type Socket } from 'node:net'

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

/** A TCP proxy in front of the database of `url`; closed by `shut`. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
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
      one.on('data', (chunk) => other.write(chunk))
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
