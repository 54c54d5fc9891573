import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#src/core/log.ts'

/** Milliseconds between two looks at a database that is in use or away. */
const LOOK = 250

/** A pool of connections, for whose sake the database is watched. */
export interface Watched {
  /** Whether anybody holds a connection or waits for one. */
  inUse(): boolean
  /** Milliseconds for which what is under way waits for a database that fell silent. */
  readonly patience: number
  /** Ends at once whatever waits for the database. */
  cut(): void
}

/**
 * Knows whether the database answers. A frozen server or a broken network refuses nothing: without this every
 * request would wait for it, and the next ones for a free connection.
 */
export class DatabaseWatch {
  readonly url: string
  away = false
  #since = 0
  #suspected = false
  #watching = false
  #hurried = false
  #pools = new Set<Watched>()
  /** Those that were, in this absence. */
  #cut = new Set<Watched>()
  #probe: Probe | null = null

  constructor(url: string) {
    this.url = url
  }

  join(pool: Watched) {
    this.#pools.add(pool)
    if (!this.#watching) void this.#watch()
  }

  leave(pool: Watched) {
    this.#pools.delete(pool)
    if (this.#pools.size === 0) this.#drop()
  }

  /** A connection was lost or refused: look at the next turn, even if nobody waits. */
  suspect() {
    this.#suspected = true
  }

  /** The process is to end: nothing waits for a silent database any more. */
  hurry() {
    this.#hurried = true
  }

  async #watch() {
    this.#watching = true
    while (this.#pools.size) {
      if (this.away || this.#suspected || [...this.#pools].some((pool) => pool.inUse())) await this.#look()
      await wait(LOOK, undefined, { ref: false })
    }
    this.#watching = false
    // A check that was under way when the last pool left may have connected again.
    this.#drop()
  }

  async #look() {
    this.#suspected = false
    const problem = await this.#ask()
    if (this.#pools.size === 0) return
    if (Boolean(problem) !== this.away) this.#turn(problem)
    if (this.away) this.#cutImpatient()
  }

  #turn(problem: string | null) {
    this.away = problem !== null
    if (problem) {
      this.#since = performance.now()
      log.error({ error: problem }, 'database away')
    } else {
      this.#cut.clear()
      log.warn({ seconds: Math.round(performance.now() - this.#since) / 1000 }, 'database back')
    }
  }

  /** Those whose patience has come to its end. */
  #cutImpatient() {
    for (const pool of this.#pools) {
      const patience = this.#hurried ? 0 : pool.patience
      if (this.#cut.has(pool) || performance.now() - this.#since < patience) continue
      this.#cut.add(pool)
      pool.cut()
    }
  }

  /**
   * What is wrong, or null. One connection that fails is no verdict, for somebody may have ended it; three
   * are.
   */
  async #ask(): Promise<string | null> {
    for (let tries = 1; ; tries++) {
      this.#probe ??= new Probe(this.url)
      const said = await this.#probe.ask()
      if (said === null) return null
      this.#drop()
      if (said === CROWDED) return null
      if (said === SILENT || tries === 3) return said
    }
  }

  #drop() {
    this.#probe?.socket.destroy()
    this.#probe = null
  }
}

const SILENT = 'no answer'
/** There, with no connection to spare. */
const CROWDED = '53300'

class Probe {
  readonly socket = new Socket()
  #client: pg.Client
  #connected: Promise<unknown> | null = null

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url, stream: () => this.socket })
    this.#client.on('error', () => {})
  }

  async ask(): Promise<string | null> {
    const asked = async () => {
      this.#connected ??= this.#client.connect()
      await this.#connected
      await this.#client.query('select 1')
      return null
    }
    const failed = ({ code, message }: { code?: string; message: string }) =>
      code === CROWDED ? CROWDED : message || String(code)
    return Promise.race([asked().catch(failed), patience()])
  }
}

/** A second, without the time in which this process itself was held up. */
async function patience(): Promise<typeof SILENT> {
  for (let tenth = 0; tenth < 10; tenth++) await wait(100, undefined, { ref: false })
  return SILENT
}
