import { setTimeout as wait } from 'node:timers/promises'
import { config } from '#src/core/config.ts'
import { type Front, startFront } from './front.ts'
import { freePort, type RunningServer, startServer } from './server.ts'

export interface Fleet {
  front: Front
  servers: RunningServer[]
  /** Restarts one server after the other; the next is stopped only when the previous one runs again. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts `count` built servers with one database and one folder of files, behind a proxy. */
export async function startFleet(count: number, url: string, env: Record<string, string>): Promise<Fleet> {
  const frontPort = await freePort()
  const shared = {
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: '12',
    DATA_DIR: config.DATA_DIR,
    BASE_URL: `http://localhost:${frontPort}`,
    TRUST_PROXY: '1',
    NODE_ENV: 'test',
    DEMO: '0',
    ...env,
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(shared)))
  await Promise.all(servers.map(waitUntilReady))
  const front = await startFront(
    frontPort,
    servers.map(({ port }) => port),
  )
  const restart = async () => {
    for (const [index, { port, stop }] of servers.entries()) {
      const code = await stop()
      if (code !== 0) throw new Error(`a server ended with ${code}`)
      servers[index] = await startServer({ ...shared, PORT: String(port) })
      await waitUntilReady(servers[index])
    }
  }
  const stop = async () => {
    front.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
  return { front, servers, restart, stop }
}

async function waitUntilReady({ base }: RunningServer) {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${base}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await wait(100)
  }
  throw new Error(`${base} does not become ready`)
}
