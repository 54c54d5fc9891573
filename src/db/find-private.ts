import { resolve } from 'node:path'
import { clusterPassword } from './cluster.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * The URL of the private PostgreSQL under `dataDir` if a server is running it, so that another program can
 * use it too.
 */
export async function findPrivatePostgres(dataDir: string): Promise<string | null> {
  const postmaster = await findPostmaster(resolve(dataDir, 'postgres'))
  if (!postmaster?.ready) return null
  return `postgres://qishu:${await clusterPassword(resolve(dataDir))}@127.0.0.1:${postmaster.port}/postgres`
}
