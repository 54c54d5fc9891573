import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable } from './unavailable.ts'

/** Explains why the database cannot be reached at the start, and what the operator can do. */
export class DatabaseNotReached extends Error {}

/**
 * Returns when the database of `url` answers. Waits up to `patience` milliseconds for a database that is
 * starting, and reports that. Throws DatabaseNotReached, whose message never contains the password.
 */
export async function reachDatabase(url: string, report: (line: string) => void, patience = 10_000) {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    const client = clientOf(url, patience / 4)
    const { code = '', message = '' } = await probe(client)
    if (!code && !message) return
    const isTransient = isUnavailable({ code, message })
    if (!isTransient || performance.now() - began > patience)
      throw new DatabaseNotReached(explain(client, code, message))
    if (tries === 1)
      report(`Waiting up to ${patience / 1000} seconds for the database at ${placeOf(client)} …`)
    await wait(500)
  }
}

function clientOf(url: string, timeout: number): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout })
  } catch {
    throw new DatabaseNotReached(
      'DATABASE_URL is no valid address. It looks like postgres://user:password@host:5432/database; signs such as @ : / in a password are written %40 %3A %2F.',
    )
  }
}

async function probe(client: pg.Client): Promise<{ code?: string; message?: string }> {
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return {}
  } catch (error) {
    return error as Error
  } finally {
    // Not awaited, because a frozen server would not close the connection.
    void client.end().catch(() => {})
  }
}

const placeOf = ({ host, port }: pg.Client) => `${host}:${port}`

/** Problem and advice, by the error code of Node or PostgreSQL. */
const ADVICE: Record<string, (client: pg.Client) => [string, string]> = {
  ECONNREFUSED: () => [
    'nothing listens there',
    'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ],
  ENOTFOUND: ({ host }) => [`there is no host "${host}"`, 'Correct the host in DATABASE_URL.'],
  EAI_AGAIN: ({ host }) => [
    `the name "${host}" cannot be looked up`,
    'Mend the name service, or correct the host in DATABASE_URL.',
  ],
  '28P01': ({ user }) => [
    `it refuses user "${user}" with this password`,
    'Correct user and password in DATABASE_URL.',
  ],
  '28000': ({ user }) => [
    `it does not let user "${user}" in`,
    'Correct the user in DATABASE_URL, or the pg_hba.conf of the database.',
  ],
  '3D000': ({ database }) => [
    `it has no database "${database}"`,
    'Create it (createdb), or correct the name in DATABASE_URL.',
  ],
  '53300': () => ['it has no connection to spare', 'Raise its max_connections, or stop what uses them.'],
}

const NO_ANSWER: [string, string] = [
  'it does not answer',
  'See whether it is up and a firewall lets us through, or correct host and port in DATABASE_URL.',
]

function explain(client: pg.Client, code: string, message: string): string {
  const isTimeout = code === 'ETIMEDOUT' || /timeout/i.test(message)
  const unknownProblem: [string, string] = [message, 'Mend that, or correct DATABASE_URL.']
  const [problem, advice] = ADVICE[code]?.(client) ?? (isTimeout ? NO_ANSWER : unknownProblem)
  return `The database at ${placeOf(client)} cannot be used: ${problem}.\n${advice}`
}

/** How often two clients are compared. */
const COMPARISONS = 3

/**
 * Throws DatabaseNotReached if a pooler shares one server connection among several clients, as PgBouncer
 * does in transaction mode: settings and prepared statements would leak from one client to another.
 */
export async function refuseSharedConnections(url: string) {
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (let tries = 0; tries < COMPARISONS; tries++) {
      const processIds: number[] = []
      for (const client of clients) processIds.push(await serverProcess(client))
      if (processIds[0] === processIds[1]) throw new DatabaseNotReached(SHARED)
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

const SHARED =
  'DATABASE_URL leads to a pooler that shares connections, such as PgBouncer in transaction mode.\n' +
  'Qishu needs connections of its own: use session mode, or the address of PostgreSQL itself.'

/** The id of the PostgreSQL backend process that serves a connected client. */
async function serverProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}
