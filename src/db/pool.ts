import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { prepared } from './prepared.ts'
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts'
import type { DatabaseWatch, WatchedPool } from './watch.ts'

/** The limits of a pool: the number of connections, and timeouts in milliseconds; 0 means no limit. */
export interface Limits {
  /** The name in metrics, and after `qishu` in PostgreSQL's list of connections. */
  name: string
  max: number
  statement: number
  lock: number
  idleInTransaction: number
  /** How long current queries wait for an unresponsive database. */
  patience: number
}

/** For requests, whose responses must not take longer. */
export const REQUESTS: Limits = {
  name: 'requests',
  max: 20,
  statement: 15_000,
  lock: 5_000,
  idleInTransaction: 60_000,
  patience: 0,
}

/** For migrations, jobs and the queue's maintenance, which may process whole tables. */
export const BACKGROUND: Limits = {
  name: 'background',
  max: 10,
  statement: 0,
  lock: 0,
  idleInTransaction: 120_000,
  patience: 30_000,
}

/**
 * The connection pool. A lost connection, idle or in use, costs at most its current query and is never used
 * again. While the database is unavailable, every query is refused immediately with DatabaseUnavailable.
 */
export class Pool implements WatchedPool {
  /** Required by Kysely. */
  readonly options = {}
  #watch: DatabaseWatch
  #limits: Limits
  #sockets = new Set<Socket>()
  #waiting = new Set<(reason: Error) => void>()
  #pool: pg.Pool

  /** Pools of one database share a `watch`. */
  constructor(watch: DatabaseWatch, limits: Limits) {
    this.#watch = watch
    this.#limits = limits
    this.#pool = this.#open()
    watch.join(this)
  }

  async connect(): Promise<PostgresPoolClient> {
    return lease(() => this.#checkOut(), await this.#checkOut())
  }

  /** Runs one statement on any connection, as pg's own pools do. */
  async query(...queryArguments: QueryArguments) {
    const client = await this.connect()
    try {
      return await (client as unknown as pg.PoolClient).query(...queryArguments)
    } finally {
      client.release()
    }
  }

  get patience() {
    return this.#limits.patience
  }

  async end() {
    await this.#pool.end()
    this.#watch.leave(this)
  }

  inUse() {
    return this.#pool.waitingCount > 0 || this.#pool.totalCount > this.#pool.idleCount
  }

  /** The connections in use, the idle ones, and the queries that wait for one. */
  get counts() {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { name: this.#limits.name, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Opens a new pool, so that requests do not wait for connections that hang. */
  cut() {
    const reason = () => new DatabaseUnavailable('The database does not answer')
    for (const fail of this.#waiting) fail(reason())
    this.#waiting.clear()
    this.#pool.end().catch(() => {})
    this.#pool = this.#open()
    for (const socket of this.#sockets) socket.destroy(reason())
  }

  #open() {
    const { name, max, statement, lock, idleInTransaction } = this.#limits
    const pool = new pg.Pool({
      connectionString: this.#watch.url,
      application_name: `qishu ${name}`,
      max,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      stream: () => this.#socket(),
      // Set by statements instead of connection parameters, which poolers such as PgBouncer refuse.
      onConnect: (client) =>
        client.query(
          `set statement_timeout = ${statement}; set lock_timeout = ${lock};
          set idle_in_transaction_session_timeout = ${idleInTransaction}`,
        ),
    })
    const suspect = () => this.#watch.suspect()
    pool.on('error', suspect)
    // The pool only handles errors of idle clients; an unhandled error of a client in use would end the
    // process.
    pool.on('connect', (client) => client.on('error', suspect))
    return pool
  }

  /**
   * A socket that is closed if it is silent for longer than any statement or transaction may last, if there
   * is such a limit.
   */
  #socket() {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    const { statement, idleInTransaction } = this.#limits
    if (statement) socket.setTimeout(statement + idleInTransaction, () => socket.destroy())
    return socket
  }

  async #checkOut(): Promise<pg.PoolClient> {
    const began = performance.now()
    for (let tries = 1; ; tries++) {
      if (this.#watch.isAway) throw new DatabaseUnavailable('The database is away')
      try {
        return await this.#unlessCut(this.#pool.connect())
      } catch (cause) {
        this.#watch.suspect()
        if (tries === MAX_TRIES || performance.now() - began > MAX_RETRY_MS || !isConnectionLost(cause))
          throw new DatabaseUnavailable('No connection to the database', { cause })
        await wait(PAUSE_MS)
      }
    }
  }

  #unlessCut(connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((done, fail) => {
      this.#waiting.add(fail)
      connecting.then(
        (client) => (this.#waiting.delete(fail) ? done(client) : client.release(true)),
        (error) => this.#waiting.delete(fail) && fail(error),
      )
    })
  }
}

type QueryArguments = [text: string | pg.QueryConfig, values?: unknown[]]

/** Statements that can be repeated if no transaction has begun. */
const REPEATABLE = /^\s*(select|begin|start transaction)\b/i
/** When many connections are lost together, the next connection from the pool may be lost too. */
const MAX_TRIES = 3
/** The pause between attempts in milliseconds, and the time within which the last attempt must begin. */
const PAUSE_MS = 50
const MAX_RETRY_MS = 1000

/**
 * A connection in use. If it is lost, a read outside a transaction, or the begin of a transaction, is
 * repeated on another connection; a statement that may have written is not.
 */
function lease(connectAgain: () => Promise<pg.PoolClient>, firstClient: pg.PoolClient): PostgresPoolClient {
  let client: pg.PoolClient | null = firstClient
  let isLost = false
  const runQuery = ([text, values]: QueryArguments) =>
    client!.query(typeof text === 'string' ? prepared(text, values) : text).catch((error) => {
      isLost = isConnectionLost(error)
      throw error
    })
  const query = async (...queryArguments: QueryArguments) => {
    const [text] = queryArguments
    const isRepeatable = client!.getTransactionStatus() === 'I' && REPEATABLE.test(String(text))
    const began = performance.now()
    for (let tries = 1; isRepeatable && tries < MAX_TRIES; tries++) {
      try {
        return await runQuery(queryArguments)
      } catch (error) {
        if (!isLost || performance.now() - began > MAX_RETRY_MS) throw error
      }
      client!.release(true)
      client = null
      await wait(PAUSE_MS)
      client = await connectAgain()
      isLost = false
    }
    return runQuery(queryArguments)
  }
  const release = (broken?: boolean) => client?.release(broken || isLost)
  return { query, release } as unknown as PostgresPoolClient
}
