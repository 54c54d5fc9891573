import pg from 'pg'
import { DatabaseNotReached } from './reach.ts'

const TRIES = 3

/**
 * Throws DatabaseNotReached behind a pooler that gives one connection of the server to several clients, such
 * as PgBouncer in transaction mode: settings and prepared statements of one client would meet another.
 */
export async function refuseSharedConnections(url: string) {
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (let tries = 0; tries < TRIES; tries++) {
      const seen: number[] = []
      for (const client of clients) seen.push(await serverProcess(client))
      if (seen[0] === seen[1]) throw new DatabaseNotReached(MESSAGE)
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

const MESSAGE =
  'DATABASE_URL leads to a pooler that shares connections, such as PgBouncer in transaction mode.\n' +
  'Qishu needs connections of its own: use session mode, or the address of PostgreSQL itself.'

/** Of a client that is connected, the id of the process in the server that serves it. */
async function serverProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}
