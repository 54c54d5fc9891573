import { createHash } from 'node:crypto'
import { readFile, realpath, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProcess, isAlive, listProcesses, type Process } from './processes.ts'

export interface Postmaster {
  pid: number
  port: number
  /** Whether it accepts connections; false while it starts, recovers or stops. */
  ready: boolean
}

/** A name that appears in the command line of each process of a cluster, visible to every user. */
export async function clusterName(dir: string): Promise<string> {
  return `qishu-${createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 16)}`
}

/**
 * The running postmaster of `dir`. Its pid file alone proves nothing: after a crash or a reboot the pid may
 * belong to a zombie, another program, or a PostgreSQL of another directory.
 */
export async function findPostmaster(dir: string): Promise<Postmaster | null> {
  // Lines of postmaster.pid: 1 pid, 4 port, 8 status (source: PostgreSQL's miscadmin.h).
  const lines = (await readFile(pidFile(dir), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isSafeInteger(pid) || pid < 2 || !(await isPostmaster(pid, port, dir))) return null
  return { pid, port, ready: lines[7]?.trim() === 'ready' }
}

async function isPostmaster(pid: number, port: number, dir: string): Promise<boolean> {
  if (process.platform === 'win32') return isAlive(pid) && answers(port)
  const running = await findProcess(pid)
  return running !== null && runsOn(running, dir, await clusterName(dir))
}

function runsOn({ command }: Process, dir: string, name: string): boolean {
  const [program] = command.split(' -D ')
  return (
    /(^|\/)postgres$/.test(program!) &&
    (command.includes(`cluster_name=${name}`) || command.includes(` -D ${dir} `))
  )
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy(new Error('enough')))
    socket.on('connect', () => done(true)).on('error', () => done(false))
  })
}

const pidFile = (dir: string) => join(dir, 'postmaster.pid')

/**
 * Prepares for a new postmaster when none is running: remaining processes of a killed postmaster hold the
 * shared memory, and a pid file with the id of another program prevents PostgreSQL from starting.
 */
export async function clearRemains(dir: string) {
  for (let tries = 0; tries < 100; tries++) {
    const orphans = await listOrphans(dir)
    if (orphans.length === 0) break
    // Most of them end within moments after their postmaster.
    if (tries >= 10) for (const { pid } of orphans) kill(pid, 'SIGKILL')
    await wait(50)
  }
  if (!(await findPostmaster(dir))) await rm(pidFile(dir), { force: true })
}

async function listOrphans(dir: string): Promise<Process[]> {
  const name = await clusterName(dir)
  const processes = (await listProcesses()) ?? []
  const postmasters = new Set(processes.filter((one) => runsOn(one, dir, name)).map(({ pid }) => pid))
  return processes.filter(
    ({ command, parent }) => command.startsWith(`postgres: ${name}`) && !postmasters.has(parent),
  )
}

/**
 * Stops PostgreSQL: ends sessions and transactions, writes everything to disk, and waits until the process
 * has ended, at most ten seconds.
 */
export async function shutDown(dir: string) {
  const postmaster = await findPostmaster(dir)
  if (!postmaster) return
  kill(postmaster.pid, 'SIGINT')
  for (let tries = 0; tries < 200 && (await findPostmaster(dir))?.pid === postmaster.pid; tries++)
    await wait(50)
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
