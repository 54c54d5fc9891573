import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The URL of the private PostgreSQL of a running server's data directory. */
export async function privatePostgresUrl(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://qishu:${password}@127.0.0.1:${port}/postgres`
}
