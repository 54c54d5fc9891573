import { connect } from '#src/app/database.ts'
import type { Fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { playedDataDir } from './played.ts'
import { privatePostgresUrl } from './private-url.ts'
import { freePort, type RunningServer, removeDataDir, startServer, stopAllServers } from './server.ts'

export interface MortalServer {
  /** The same for every start, so that clients stay logged in. */
  base: string
  dataDir: string
  /** The database of the running server. */
  db: Db
  /**
   * Kills the running server and starts another on its data, which dies at the fault point if one is given.
   */
  start: (fault?: Fault) => Promise<RunningServer>
  end: () => Promise<void>
}

/**
 * A demo server that a test can kill. The next server uses the database that a killed one leaves running.
 * Does not start a server yet.
 */
export async function mortalServer(
  environment: (base: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): Promise<MortalServer> {
  const dataDir = await playedDataDir()
  const port = String(await freePort())
  const base = `http://localhost:${port}`
  let running: RunningServer | undefined
  const server: MortalServer = {
    base,
    dataDir,
    // Set by the first start.
    db: undefined as unknown as Db,
    start: async (fault) => {
      await running?.stop('SIGKILL')
      await server.db?.destroy()
      const variables = { DATA_DIR: dataDir, PORT: port, ...(await environment(base)) }
      running = await startServer({ ...variables, ...(fault && { FAULT: fault }) })
      server.db = connect(await privatePostgresUrl(dataDir), 2)
      return running
    },
    end: async () => {
      const lastServer = await server.start()
      await server.db.destroy()
      // Also stops the database.
      await lastServer.stop()
      await stopAllServers()
      await removeDataDir(dataDir)
    },
  }
  return server
}
