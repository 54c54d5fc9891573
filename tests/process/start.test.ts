import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { logIn } from '#tests/support/journey.ts'
import {
  freePort,
  newDataDir,
  postgresPid,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await newDataDir()
})
afterEach(stopAllServers)
afterAll(() => removeDataDir(dataDir))

/** How many mails the demo has sent, once its jobs have come to rest. */
async function settledMailCount(base: string): Promise<number> {
  const count = async () => ((await (await fetch(`${base}/outbox.json`)).json()) as unknown[]).length
  for (let before = -1; ; ) {
    const now = await count()
    if (now === before) return now
    before = now
    await wait(1500)
  }
}

describe('a server on its own database', () => {
  test('greets with the address and the cast, and leaves no postgres behind when stopped', async () => {
    const server = await startServer({ DATA_DIR: dataDir })
    expect(server.said()).toContain(server.base)
    expect(server.said()).toContain('demo_admin')
    expect(await postgresPid(dataDir)).toBeGreaterThan(1)
    expect(await server.stop()).toBe(0)
    expect(await postgresPid(dataDir)).toBeNull()
  })

  test('refuses a second server on the same data directory, and goes on serving', async () => {
    const first = await startServer({ DATA_DIR: dataDir })
    const second = startServer({ DATA_DIR: dataDir })
    await expect(second).rejects.toThrow(/Another Qishu server is using/)
    expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
    await first.stop()
  })

  test('takes over after kill -9 with everything still there', async () => {
    const first = await startServer({ DATA_DIR: dataDir })
    const before = await settledMailCount(first.base)
    expect(before).toBeGreaterThan(0)
    await first.stop('SIGKILL')
    expect(await postgresPid(dataDir)).toBeGreaterThan(1)
    const next = await startServer({ DATA_DIR: dataDir })
    expect(await settledMailCount(next.base)).toBe(before)
    await next.stop()
    expect(await postgresPid(dataDir)).toBeNull()
  })

  test('shows every page as before after a restart, and keeps whoever was logged in', async () => {
    const PORT = String(await freePort())
    const first = await startServer({ DATA_DIR: dataDir, PORT })
    const client = await logIn(first.base)
    const list = await (await client.get('/mgmt/my-docs')).text()
    const ids = [...new Set([...list.matchAll(/\/mgmt\/([0-9a-f-]{36})\//g)].map((m) => m[1]))]
    expect(ids.length).toBeGreaterThan(4)
    const paths = [
      '/mgmt/home',
      '/mgmt/my-docs',
      '/mgmt/doc-lib',
      ...ids.flatMap((id) => [`/mgmt/${id}/view-doc`, `/mgmt/${id}/action-log`]),
    ]
    const look = async () => {
      const pages: string[] = []
      for (const path of paths)
        pages.push((await (await client.get(path)).text()).replace(/nonce="[^"]*"/g, ''))
      return pages
    }
    const before = await look()
    await first.stop()
    const second = await startServer({ DATA_DIR: dataDir, PORT })
    expect(await look()).toEqual(before)
    await second.stop()
  })

  test('says which port is taken', async () => {
    const first = await startServer({ DATA_DIR: dataDir })
    const otherDir = await newDataDir()
    const run = spawnSync(process.execPath, ['dist/server/server.js'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DEMO: '1',
        PORT: String(first.port),
        DATA_DIR: otherDir,
      },
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain(`Port ${first.port} is taken`)
    await first.stop()
    await removeDataDir(otherDir)
  })
})

describe('configuration', () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['dist/server/server.js'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      timeout: 30_000,
    })

  test('names the bad variable and what it should be', () => {
    const { status, stderr } = run({ PORT: 'http' })
    expect(status).toBe(1)
    expect(stderr).toContain('PORT should be a whole number, but is "http"')
  })

  test('production refuses to start with a demo’s parts or without its own', () => {
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
      'DEMO is on',
      'CAPTCHA_ANSWER is set',
      'https://',
    ])
      expect(stderr).toContain(words)
  })

  test('a database that refuses us is told without a stack', () => {
    const address = new URL(inject('postgresUrl'))
    address.password = 'open-sesame'
    const { status, stderr } = run({ DATABASE_URL: address.href })
    expect([status, stderr]).toEqual([
      1,
      `The database at ${address.host} cannot be used: it refuses user "qishu" with this password.\n` +
        'Correct user and password in DATABASE_URL.\n',
    ])
  })

  test('production without a database does not fall back to a private one', () => {
    const { status, stderr } = run({ NODE_ENV: 'production' })
    expect(status).toBe(1)
    expect(stderr).toContain('DATABASE_URL is missing')
  })
})
