import { connect } from '#src/app/database.ts'
import type { Fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { playedDataDir } from './played.ts'
import { privatePostgresUrl } from './private-url.ts'
import { freePort, type RunningServer, removeDataDir, startServer, stopAllServers } from './server.ts'

export interface MortalServer {
  /** Always the same, so that browsers stay logged in. */
  base: string
  dataDir: string
  /** The database of the running server. */
  db: Db
  /** Kills the running server, and starts the next on its data; that one dies at a fault point, if any. */
  start: (fault?: Fault) => Promise<RunningServer>
  end: () => Promise<void>
}

/** A server of the demo that can be killed; a killed one leaves its database to the next. Starts none yet. */
export async function mortalServer(
  environment: (base: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): Promise<MortalServer> {
  const dataDir = await playedDataDir()
  const port = String(await freePort())
  const base = `http://localhost:${port}`
  let standing: RunningServer | undefined
  const server: MortalServer = {
    base,
    dataDir,
    // Connected by the first start.
    db: undefined as unknown as Db,
    start: async (fault) => {
      await standing?.stop('SIGKILL')
      await server.db?.destroy()
      const own = { DATA_DIR: dataDir, PORT: port, ...(await environment(base)) }
      standing = await startServer({ ...own, ...(fault && { FAULT: fault }) })
      server.db = connect(await privatePostgresUrl(dataDir), 2)
      return standing
    },
    end: async () => {
      const last = await server.start()
      await server.db.destroy()
      // Ends the database too.
      await last.stop()
      await stopAllServers()
      await removeDataDir(dataDir)
    },
  }
  return server
}
