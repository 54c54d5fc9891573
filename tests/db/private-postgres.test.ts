import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PrivatePostgres, startPrivatePostgres } from '#src/db/postgres.ts'
import { clusterName, findPostmaster, shutDown } from '#src/db/postmaster.ts'
import { findProcess, isAlive, listProcesses } from '#src/db/processes.ts'
import { note } from '#tests/support/measured.ts'
import { ALL_LARGE, patiently } from '#tests/support/runs.ts'
import { newDataDir, removeDataDir } from '#tests/support/server.ts'

/** Milliseconds within which a killed PostgreSQL must serve again, on a busy machine. */
const SOON = patiently(10_000)

const ROUNDS = 200

let home: string
let dir: string
const helpers: ChildProcess[] = []
let frozenPid = 0

beforeAll(async () => {
  home = await newDataDir()
  dir = join(home, 'postgres')
})
afterEach(() => {
  for (const child of helpers.splice(0)) child.kill('SIGKILL')
  if (frozenPid) endProcess([{ pid: frozenPid }])
  frozenPid = 0
})
afterAll(() => removeDataDir(home))

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return Object.values((await client.query(text)).rows[0])[0]
  } finally {
    await client.end()
  }
}

/** Milliseconds until PostgreSQL answers at its old address and has an owner. */
async function untilOwned({ url }: PrivatePostgres): Promise<number> {
  const startedAt = performance.now()
  while ((await query(url, OWNER).catch(() => null)) === null) {
    if (performance.now() - startedAt > 2 * SOON) throw new Error('not back')
    await wait(50)
  }
  return performance.now() - startedAt
}

/** The process id of the owner's backend, or null. */
const OWNER = `select min(pid) from pg_locks where locktype = 'advisory' and objid = 20261121 and granted`

/** Another process that starts PostgreSQL, as a server does, and waits, or prints why the start failed. */
function startElsewhere(at: string) {
  const script = `const { startPrivatePostgres } = await import('./src/db/postgres.ts')
    await startPrivatePostgres(${JSON.stringify(at)}).then(
      ({ url }) => console.log(url), (error) => { console.log(error.message); process.exit(1) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  helpers.push(child)
  const firstLine = new Promise<string>((done) =>
    child.stdout.once('data', (chunk) => done(String(chunk).trim())),
  )
  const kill = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { firstLine, kill }
}

/** Creates the directory that the later tests use. */
test('if two servers start in the same new directory at once, one gets it and the other is refused', async () => {
  const bothServers = [startElsewhere(home), startElsewhere(home)]
  const outputs = (await Promise.all(bothServers.map((one) => one.firstLine))).sort()
  expect(outputs).toEqual([
    expect.stringContaining(`Another Qishu server is using ${home}`),
    expect.stringMatching(/^postgres:/),
  ])
  for (const one of bothServers) await one.kill()
  await (await startPrivatePostgres(home)).stop()
  expect((await readdir(home)).sort()).toEqual(['postgres', 'postgres-password'])
})

/** A process may have ended since the list was made. */
function endProcess(processes: { pid: number }[], signal: NodeJS.Signals = 'SIGKILL') {
  for (const { pid } of processes) {
    if (!(pid > 1)) throw new Error(`no process to end: ${pid}`)
    if (isAlive(pid)) process.kill(pid, signal)
  }
}

describe('a pid file', () => {
  beforeAll(async () => (await startPrivatePostgres(home)).stop())

  const sleeper = async (): Promise<number> => {
    const child = spawn('sleep', ['60'])
    helpers.push(child)
    return child.pid!
  }
  /** Its parent is now `sleep`, which does not reap it. */
  const zombie = async (): Promise<number> => {
    const child = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'])
    helpers.push(child)
    const [line] = (await child.stdout.take(1).toArray()) as Buffer[]
    while (await findProcess(Number(line))) await wait(20)
    return Number(line)
  }
  const elsewhere = async (): Promise<number> =>
    Number(
      await query(inject('postgresUrl'), `select pg_read_file('postmaster.pid')`).then(
        (text) => String(text).split('\n')[0],
      ),
    )

  const VARIANTS: [string, () => Promise<number | string>][] = [
    ['of a process that is gone', async () => 4_194_303],
    ['of a zombie', zombie],
    ['of another program', sleeper],
    ['of this very server', async () => process.pid],
    ['of the first process', async () => 1],
    ['of a PostgreSQL on another directory', elsewhere],
    ['with no number', async () => 'postmaster'],
    ['with nothing in it', async () => ''],
  ]

  test.each(VARIANTS)('%s does not prevent PostgreSQL from starting', async (_, pidOf) => {
    const pid = await pidOf()
    const port = new URL(inject('postgresUrl')).port
    const lines = [pid, '/srv/other/postgres', 1_790_000_000, port, '', '127.0.0.1', '', 'ready   ', '']
    await writeFile(join(dir, 'postmaster.pid'), pid === '' ? '' : lines.join('\n'))
    const postgres = await startPrivatePostgres(home)
    const directory = await query(postgres.url, 'show data_directory')
    const lives = typeof pid !== 'number' || pid > 4_000_000 || isAlive(pid)
    await postgres.stop()
    expect([directory, lives, await findPostmaster(dir)]).toEqual([dir, true, null])
  })
})

describe('PostgreSQL', () => {
  let postgres: PrivatePostgres
  let marker: string

  const ours = async () => (await listProcesses())!.filter(({ command }) => command.includes(marker))

  const start = async () => {
    postgres = await startPrivatePostgres(home)
    marker = String(await query(postgres.url, 'show cluster_name'))
    expect(marker).toMatch(/^qishu-[0-9a-f]{16}$/)
    return postgres
  }
  afterEach(() => postgres.stop())

  const KILLED: [string, () => Promise<unknown>][] = [
    ['the postmaster', async () => (await findPostmaster(dir))!.pid],
    ['every process at once', async () => (await ours()).map(({ pid }) => pid)],
    ['the owner’s backend', () => query(postgres.url, OWNER)],
  ]

  test.each(ALL_LARGE ? KILLED : KILLED.slice(0, 1))(
    'serves again at the same address, and is still owned, after %s was killed',
    async (_, whom) => {
      await start()
      // This backend does not notice that its postmaster has ended.
      void query(postgres.url, 'select pg_sleep(600)').catch(() => {})
      await wait(200)
      const pids = [await whom()].flat() as number[]
      expect(pids.every((pid) => pid > 1)).toBe(true)
      endProcess(pids.map((pid) => ({ pid })))
      expect(await untilOwned(postgres)).toBeLessThan(SOON)
    },
  )

  test('that another server took over meanwhile is left to it', async () => {
    await start()
    const otherClient = new pg.Client({ connectionString: postgres.url })
    await otherClient.connect()
    const [pid] = (await otherClient.query(`select pid from pg_locks where locktype = 'advisory'`)).rows.map(
      (row) => row.pid,
    )
    // Requests the lock before the owner can reconnect.
    const taking = otherClient.query('select pg_advisory_lock(20261121)')
    await wait(100)
    endProcess([{ pid }], 'SIGTERM')
    await taking
    expect((await postgres.takeover).message).toContain(`Another Qishu server is using ${home}`)
    await postgres.stop()
    expect((await otherClient.query('select 1 as still')).rows).toEqual([{ still: 1 }])
    await otherClient.end()
    await shutDown(dir)
  })
})

describe('separate servers', () => {
  test.each([
    ['its postmaster', false],
    ['its postmaster, a backend frozen at work', true],
  ])('a server killed together with %s is replaced by the next one', async (_, frozen) => {
    const firstServer = startElsewhere(home)
    const url = await firstServer.firstLine
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows
    void client.query('select pg_sleep(600)').catch(() => {})
    await wait(100)
    if (frozen) {
      frozenPid = pid
      endProcess([{ pid }], 'SIGSTOP')
    }
    const postmaster = (await findPostmaster(dir))!
    await firstServer.kill()
    endProcess([postmaster])
    const startedAt = performance.now()
    const nextServer = await startPrivatePostgres(home)
    expect(performance.now() - startedAt).toBeLessThan(SOON)
    expect(await query(nextServer.url, 'select 1')).toBe(1)
    expect(await findProcess(pid)).toBeNull()
    await nextServer.stop()
  })

  test.runIf(ALL_LARGE)(
    `after ${ROUNDS} kills together with PostgreSQL, in any order, each next server starts and has every acknowledged row`,
    async () => {
      const acknowledged: number[] = []
      const starts: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now()
        const server = startElsewhere(home)
        const url = await server.firstLine
        starts.push(performance.now() - startedAt)
        expect(url).toMatch(/^postgres:/)
        const client = new pg.Client({ connectionString: url })
        client.on('error', () => {})
        await client.connect()
        await client.query('create table if not exists kept (number integer primary key)')
        const writing = writeUntilLost(client, acknowledged)
        await wait(50 + ((round * 37) % 200))
        const name = await clusterName(dir)
        const processes = (await listProcesses())!.filter(({ command }) => command.includes(name))
        const postmaster = (await findPostmaster(dir))!
        if (round % 4 === 0) endProcess([postmaster])
        await server.kill()
        if (round % 4 === 1) endProcess([postmaster])
        if (round % 4 === 2) endProcess(processes)
        if (round % 4 === 3) await client.end()
        await writing
      }
      const lastServer = await startPrivatePostgres(home)
      const rows = (await query(lastServer.url, 'select array_agg(number) from kept')) as number[]
      await lastServer.stop()
      const lostRows = acknowledged.filter((number) => !rows.includes(number))
      expect([lostRows, acknowledged.length > ROUNDS]).toEqual([[], true])
      note(
        'owner of the private PostgreSQL killed (R-18)',
        `${ROUNDS} rounds, ${ROUNDS} next starts, the slowest ${Math.round(Math.max(...starts))} ms; ${acknowledged.length} rows acknowledged, 0 lost`,
      )
    },
    900_000,
  )

  async function writeUntilLost(client: pg.Client, acknowledged: number[]) {
    for (;;) {
      const number = (acknowledged.at(-1) ?? 0) + 1
      const done = await client
        .query('insert into kept values ($1) on conflict do nothing', [number])
        .catch(() => null)
      if (!done) return
      acknowledged.push(number)
    }
  }
})
