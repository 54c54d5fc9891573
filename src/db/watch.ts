import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#src/core/log.ts'

/** Milliseconds between two checks of a database that is in use or unavailable. */
const CHECK_INTERVAL_MS = 250

/** A pool of connections that is informed of an outage. */
export interface WatchedPool {
  /** Whether a connection is in use or waited for. */
  inUse(): boolean
  /** Milliseconds for which current queries wait for an unresponsive database. */
  readonly patience: number
  /** Ends all queries that wait for the database. */
  cut(): void
}

/**
 * Monitors whether the database answers. A frozen server or a broken network refuses nothing, so without
 * this watch every request would wait for the database, and later requests for a free connection.
 */
export class DatabaseWatch {
  readonly url: string
  isAway = false
  #since = 0
  #suspected = false
  #watching = false
  #hurried = false
  #pools = new Set<WatchedPool>()
  /** The pools that were cut in this outage. */
  #cut = new Set<WatchedPool>()
  #probe: Probe | null = null

  constructor(url: string) {
    this.url = url
  }

  join(pool: WatchedPool) {
    this.#pools.add(pool)
    if (!this.#watching) void this.#watch()
  }

  leave(pool: WatchedPool) {
    this.#pools.delete(pool)
    if (this.#pools.size === 0) this.#drop()
  }

  /** Checks immediately, even if no query waits, because a connection was lost or refused. */
  suspect() {
    this.#suspected = true
  }

  /** Stops waiting for an unresponsive database, because the process is ending. */
  hurry() {
    this.#hurried = true
  }

  async #watch() {
    this.#watching = true
    while (this.#pools.size) {
      if (this.isAway || this.#suspected || [...this.#pools].some((pool) => pool.inUse())) await this.#check()
      await wait(CHECK_INTERVAL_MS, undefined, { ref: false })
    }
    this.#watching = false
    // A check that was running when the last pool left may have connected again.
    this.#drop()
  }

  async #check() {
    this.#suspected = false
    const problem = await this.#ask()
    if (this.#pools.size === 0) return
    if (Boolean(problem) !== this.isAway) this.#turn(problem)
    if (this.isAway) this.#cutImpatient()
  }

  #turn(problem: string | null) {
    this.isAway = problem !== null
    if (problem) {
      this.#since = performance.now()
      log.error({ error: problem }, 'database away')
    } else {
      this.#cut.clear()
      log.warn({ seconds: Math.round(performance.now() - this.#since) / 1000 }, 'database back')
    }
  }

  /** Cuts the pools whose timeout has passed. */
  #cutImpatient() {
    for (const pool of this.#pools) {
      const patience = this.#hurried ? 0 : pool.patience
      if (this.#cut.has(pool) || performance.now() - this.#since < patience) continue
      this.#cut.add(pool)
      pool.cut()
    }
  }

  /**
   * The problem, or null. One connection alone may have been ended by an administrator, but three failures
   * in a row prove a fault.
   */
  async #ask(): Promise<string | null> {
    for (let tries = 1; ; tries++) {
      this.#probe ??= new Probe(this.url)
      const failure = await this.#probe.ask()
      if (failure === null) return null
      this.#drop()
      if (failure === TOO_MANY_CONNECTIONS) return null
      if (failure === SILENT || tries === 3) return failure
    }
  }

  #drop() {
    this.#probe?.socket.destroy()
    this.#probe = null
  }
}

const SILENT = 'no answer'
/** PostgreSQL's code for having no free connection; the database is available. */
const TOO_MANY_CONNECTIONS = '53300'

class Probe {
  readonly socket = new Socket()
  #client: pg.Client
  #connected: Promise<unknown> | null = null

  constructor(url: string) {
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'qishu watch',
      stream: () => this.socket,
    })
    this.#client.on('error', () => {})
  }

  async ask(): Promise<string | null> {
    const askDatabase = async () => {
      this.#connected ??= this.#client.connect()
      await this.#connected
      await this.#client.query('select 1')
      return null
    }
    const describeFailure = ({ code, message }: { code?: string; message: string }) =>
      code === TOO_MANY_CONNECTIONS ? TOO_MANY_CONNECTIONS : message || String(code)
    return Promise.race([askDatabase().catch(describeFailure), waitForTimeout()])
  }
}

/** Waits a second, not counting the time in which this process itself was blocked. */
async function waitForTimeout(): Promise<typeof SILENT> {
  for (let tenth = 0; tenth < 10; tenth++) await wait(100, undefined, { ref: false })
  return SILENT
}
