import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { logIn } from '#tests/support/journey.ts'
import { playedDataDir } from '#tests/support/played.ts'
import {
  freePort,
  postgresPid,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'

/** The number of mails that the demo has sent, once its jobs are idle. */
async function settledMailCount(base: string): Promise<number> {
  const count = async () => ((await (await fetch(`${base}/outbox.json`)).json()) as unknown[]).length
  for (let before = -1; ; ) {
    const now = await count()
    if (now === before) return now
    before = now
    await wait(1500)
  }
}

/** Runs the built server with this environment until it exits. */
const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, ['dist/server/server.js'], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })

describe('a server on its own database', { shuffle: false }, () => {
  let dataDir: string
  let port: string
  let server: RunningServer
  let client: Client
  let pages: string[]

  beforeAll(async () => {
    dataDir = await playedDataDir()
    port = String(await freePort())
  })
  afterAll(async () => {
    await stopAllServers()
    await removeDataDir(dataDir)
  })

  const start = () => startServer({ DATA_DIR: dataDir, PORT: port })

  async function everyPage() {
    const list = await (await client.get('/mgmt/my-docs?tab=created')).text()
    const ids = [...new Set([...list.matchAll(/\/mgmt\/([0-9a-f-]{36})\//g)].map((m) => m[1]))]
    expect(ids.length).toBeGreaterThan(4)
    const paths = [
      '/mgmt/home',
      '/mgmt/my-docs',
      '/mgmt/doc-lib',
      ...ids.flatMap((id) => [`/mgmt/${id}/view-doc`, `/mgmt/${id}/action-log`]),
    ]
    const lines: string[] = []
    for (const path of paths)
      lines.push((await (await client.get(path)).text()).replace(/nonce="[^"]*"/g, ''))
    return lines
  }

  test('prints its address and the demo accounts', async () => {
    server = await start()
    expect(server.output()).toContain(server.base)
    expect(server.output()).toContain('demo_admin')
    expect(await postgresPid(dataDir)).toBeGreaterThan(1)
  })

  test('refuses a second server on the same data directory, and keeps serving', async () => {
    await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(/Another Qishu server is using/)
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
  })

  test('keeps its port, and another server reports that the port is taken', async () => {
    const otherDir = await playedDataDir()
    const { status, stderr } = run({ NODE_ENV: 'production', DEMO: '1', PORT: port, DATA_DIR: otherDir })
    expect(status).toBe(1)
    expect(stderr).toContain(`Port ${port} is taken`)
    await removeDataDir(otherDir)
  })

  test('leaves no PostgreSQL running when stopped', async () => {
    client = await logIn(server.base)
    pages = await everyPage()
    expect(await server.stop()).toBe(0)
    expect(await postgresPid(dataDir)).toBeNull()
  })

  test('shows every page unchanged after a restart, and keeps sessions', async () => {
    server = await start()
    expect(await everyPage()).toEqual(pages)
  })

  test('recovers with all data when the previous one was killed', async () => {
    const before = await settledMailCount(server.base)
    expect(before).toBeGreaterThan(0)
    await server.stop('SIGKILL')
    expect(await postgresPid(dataDir)).toBeGreaterThan(1)
    server = await start()
    expect(await settledMailCount(server.base)).toBe(before)
    await server.stop()
    expect(await postgresPid(dataDir)).toBeNull()
  })
})

describe('configuration', () => {
  test('reports an invalid variable with its valid values', () => {
    const { status, stderr } = run({ PORT: 'http' })
    expect(status).toBe(1)
    expect(stderr).toContain('PORT should be a whole number, but is "http"')
  })

  test('production refuses to start with parts of the demo or without its own settings', () => {
    const { status, stderr } = run({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DEMO: '1',
      CAPTCHA_ANSWER: 'qishu',
      BASE_URL: 'http://qishu.example',
    })
    expect(status).toBe(1)
    for (const words of [
      'SECRET_KEY is missing',
      'SMTP_URL is missing',
      'TIMESTAMP_URL is missing',
      'DEMO is on',
      'CAPTCHA_ANSWER is set',
      'https://',
    ])
      expect(stderr).toContain(words)
  })

  test('a database that refuses the connection is reported without a stack', () => {
    const address = new URL(inject('postgresUrl'))
    address.password = 'open-sesame'
    const { status, stderr } = run({ DATABASE_URL: address.href })
    expect([status, stderr]).toEqual([
      1,
      `The database at ${address.host} cannot be used: it refuses user "qishu" with this password.\n` +
        'Correct user and password in DATABASE_URL.\n',
    ])
  })

  test('a database of another version is refused without a stack, with instructions', async () => {
    const db = await testDatabase(2)
    await sql`update platform.kysely_migration set name = '20261121T1000_platform_create_tables'
      where name = (select min(name) from platform.kysely_migration)`.execute(db)
    const { status, stderr } = run({ DATABASE_URL: await urlOf(db) })
    expect([status, stderr]).toEqual([
      1,
      'The database was made by another version of Qishu: this one does not know its migration 20261121T1000_platform_create_tables.\n' +
        'Start that version, or restore the backup from before the upgrade into an empty database (another DATABASE_URL, or without one another DATA_DIR): docs/running.md, Upgrade and rollback.\n',
    ])
  })

  test('production without a database does not fall back to a private one', () => {
    const { status, stderr } = run({ NODE_ENV: 'production' })
    expect(status).toBe(1)
    expect(stderr).toContain('DATABASE_URL is missing')
  })
})
