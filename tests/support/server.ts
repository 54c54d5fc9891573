import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface RunningServer {
  base: string
  port: number
  process: ChildProcess
  output: () => string
  /** Resolves to the exit code, or the signal's name. */
  ended: Promise<number | string>
  stop: (signal?: NodeJS.Signals) => Promise<number | string>
}

export const newDataDir = () => mkdtemp(join(tmpdir(), 'qishu-data-'))
export const removeDataDir = (dir: string) => rm(dir, { recursive: true, force: true })

/** The ports are below the ephemeral ports of the system; each worker has its own thousand. */
const PORTS = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 20) * 1_000
let port = Math.floor(Math.random() * 1_000)

/** A port that has no listener and that no starting server has reserved. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries++) {
    const nextPort = PORTS + (port++ % 1_000)
    if (await isFree(nextPort)) return nextPort
  }
  throw new Error(`no port is free from ${PORTS}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, () => probe.close(() => done(true)))
  })
}

/** The flags after `node`, as in `npm start` and in the image. */
export const START_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100', 'dist/server/server.js']

const runningServers = new Set<ChildProcess>()

/** Stops the servers that a failed test has left, so that they do not disturb the next test. */
export async function stopAllServers() {
  for (const child of runningServers) {
    child.kill('SIGKILL')
    await new Promise((done) =>
      child.exitCode === null && !child.signalCode ? child.on('exit', done) : done(null),
    )
    runningServers.delete(child)
  }
}

/**
 * Starts the built server of a folder as `npm start` does, on a separate port; resolves when it responds.
 * `as` are words before the command, which run it as another user.
 */
export async function startServer(
  env: Record<string, string>,
  folder = '.',
  as: string[] = [],
): Promise<RunningServer> {
  const port = Number(env.PORT ?? (await freePort()))
  const [program, ...words] = [...as, process.execPath, ...START_FLAGS]
  const child = spawn(program!, words, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      DEMO: '1',
      LOG_LEVEL: 'error',
      CAPTCHA_ANSWER: 'qishu',
      PORT: String(port),
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  runningServers.add(child)
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk
    })
  const endPromise = new Promise<number | string>((done) =>
    child.on('exit', (code, signal) => done(code ?? signal ?? '')),
  )
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return endPromise
  }
  const base = `http://localhost:${port}`
  await untilAnswering(base, child, () => log)
  return { base, port, process: child, output: () => log, ended: endPromise, stop }
}

/** In tries, one every 100 ms: creating the demo takes minutes on a busy machine. */
const MAX_TRIES = 3000

async function untilAnswering(base: string, child: ChildProcess, output: () => string) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`the server ended: ${output()}`)
    const answer = await fetch(`${base}/healthz`).catch(() => null)
    if (answer?.ok) return
    await wait(100)
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not answer: ${output()}`)
}

/** Whether the private PostgreSQL of a data directory is running. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!pid) return null
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}
