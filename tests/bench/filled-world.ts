import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { migrate } from '#src/db/migrate.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { openWorld, type World } from '../cast/world.ts'
import { type Client, newRemoteClient } from '../support/client.ts'
import { configure } from '../support/configured.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'

export interface FilledServer {
  server: RunningServer
  world: World
  /** A client with the same cookies for the running server. */
  remote: (client: Client) => Client
  close: () => Promise<void>
}

/** A built server with a database that contains the whole cast, and a document of each status. */
export async function startFilledServer(env: Record<string, string>): Promise<FilledServer> {
  const dir = await newDataDir()
  configure({ DATA_DIR: dir })
  const postgres = await startPrivatePostgres(dir)
  const db: Db = connect(postgres.url, 4)
  await migrate(db)
  await startJobs(db, { supervise: false })
  const world = await openWorld(db)
  await stopJobs()
  const serverVariables = { DATABASE_URL: postgres.url, DATA_DIR: dir, NODE_ENV: 'test', DEMO: '0' }
  const server = await startServer({ ...serverVariables, ...env })
  const remote = (client: Client) => {
    const remoteClient = newRemoteClient(server.base)
    for (const [name, value] of client.cookies) remoteClient.cookies.set(name, value)
    return remoteClient
  }
  const close = async () => {
    await server.stop()
    await db.destroy()
    await postgres.stop()
    await removeDataDir(dir)
  }
  return { server, world, remote, close }
}
