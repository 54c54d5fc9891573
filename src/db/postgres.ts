import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#src/core/log.ts'
import { clusterPassword, ensureCluster, freePort, launch } from './cluster.ts'
import { clearRemains, findPostmaster, shutDown } from './postmaster.ts'
import { DatabaseNotReached } from './reach.ts'
import { isConnectionLost } from './unavailable.ts'

/**
 * An arbitrary number that no other advisory lock uses. The server that owns this data directory holds the
 * lock.
 */
const OWNER_LOCK = 20261121
/** Milliseconds to wait for a PostgreSQL that recovers after a crash or is stopping. */
const PATIENCE_MS = 300_000

export class DataDirectoryInUse extends DatabaseNotReached {
  constructor(dir: string) {
    super(`Another Qishu server is using ${dir}. Stop it first, or give this one its own DATA_DIR.`)
  }
}

/**
 * Starts the private PostgreSQL under `dataDir`, creating it on first use, or takes over one that a killed
 * server left running. With `socket` it also accepts connections at a Unix socket beside its files, which is
 * faster; after a kill, the socket's file remains. Throws DataDirectoryInUse when another server owns the
 * directory.
 */
export async function startPrivatePostgres(
  dataDir: string,
  { socket = false } = {},
): Promise<PrivatePostgres> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true })
  const password = await clusterPassword(home)
  const dir = resolve(home, 'postgres')
  await ensureCluster(dir, password)
  for (let tries = 1; ; tries++) {
    const port = await ensureRunning(dir, { socket })
    const url = `postgres://qishu:${password}@127.0.0.1:${port}/postgres`
    try {
      return new PrivatePostgres(home, url, await claim(url, home), socket)
    } catch (error) {
      // PostgreSQL was running when it was looked for, but has just ended.
      if (tries === 5 || !isConnectionLost((error as Error).cause)) throw error
      await wait(200)
    }
  }
}

/**
 * A private PostgreSQL that this server owns until `stop`. It is restarted at the same address whenever it
 * dies.
 */
export class PrivatePostgres {
  readonly url: string
  readonly #socket: boolean
  #home: string
  #dir: string
  #owner: pg.Client | null = null
  #stopping = false
  #recovery: Promise<unknown> = Promise.resolve()
  #taken = Promise.withResolvers<DataDirectoryInUse>()
  /** Resolves when another server has taken over the directory; then this process must end. */
  readonly takeover = this.#taken.promise

  constructor(home: string, url: string, owner: pg.Client, socket: boolean) {
    this.url = url
    this.#socket = socket
    this.#home = home
    this.#dir = resolve(home, 'postgres')
    this.#own(owner)
  }

  /** The lock lasts as long as its connection, and at most as long as PostgreSQL. */
  #own(owner: pg.Client) {
    this.#owner = owner
    owner.on('end', () => {
      this.#owner = null
      if (!this.#stopping) this.#recovery = this.#recover()
    })
  }

  async #recover() {
    log.error('private PostgreSQL lost')
    for (let pause = 100; !this.#stopping; pause = Math.min(2 * pause, 5000)) {
      try {
        const address = { port: Number(new URL(this.url).port), socket: this.#socket }
        const port = await ensureRunning(this.#dir, address)
        if (String(port) !== new URL(this.url).port) throw new DataDirectoryInUse(this.#home)
        this.#own(await claim(this.url, this.#home))
        return log.warn('private PostgreSQL back')
      } catch (error) {
        if (error instanceof DataDirectoryInUse) return this.#taken.resolve(error)
        log.error({ error: (error as Error).message }, 'private PostgreSQL does not start')
        await wait(pause, undefined, { ref: false })
      }
    }
  }

  /** The URL with the Unix socket. */
  get socketUrl() {
    return this.url.replace('127.0.0.1', encodeURIComponent(this.#dir))
  }

  async stop() {
    this.#stopping = true
    await Promise.race([this.#recovery, wait(10_000, undefined, { ref: false })])
    // PostgreSQL belongs to another server, or is busy; the next start takes it over.
    if (!this.#owner) return
    // Waits for a limited time, because a frozen PostgreSQL would not close the connection.
    await Promise.race([this.#owner.end(), wait(1000, undefined, { ref: false })])
    await shutDown(this.#dir)
  }
}

/** Starts PostgreSQL unless it runs, waits until it accepts connections, and returns its port. */
async function ensureRunning(
  dir: string,
  { port, socket }: { port?: number; socket: boolean },
): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  for (let failures = 0; ; await wait(50)) {
    const postmaster = await findPostmaster(dir)
    if (postmaster?.ready) return postmaster.port
    if (postmaster && performance.now() > deadline)
      throw new DatabaseNotReached(
        `PostgreSQL (process ${postmaster.pid}) does not become ready. Its log is in ${dir}/log`,
      )
    if (postmaster) continue
    await clearRemains(dir)
    try {
      await launch(dir, port ?? (await freePort()), socket)
    } catch (error) {
      // Another server may have started it first; then the next attempt finds it running.
      if (++failures === 3) throw error
    }
  }
}

async function claim(url: string, home: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => {})
  try {
    await client.connect()
    for (let tries = 0; tries < 10; tries++) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as got', [OWNER_LOCK])
      if (rows[0].got) return client
      await wait(100)
    }
  } catch (cause) {
    const { message } = cause as Error
    throw new DatabaseNotReached(`The PostgreSQL that runs under ${home} does not let us in: ${message}`, {
      cause,
    })
  }
  await client.end()
  throw new DataDirectoryInUse(home)
}
