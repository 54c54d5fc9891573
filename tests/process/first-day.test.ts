import { execFile, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { newId } from '#src/core/ids.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { PRODUCTION } from '#tests/support/production.ts'
import {
  freePort,
  newDataDir,
  postgresPid,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

/** A company's empty PostgreSQL, and the environment variables of the first start. */
let url: string
let dataDir: string
let smtp: MailStub
const env = () => ({
  ...PRODUCTION,
  DEMO: '0',
  CAPTCHA_ANSWER: '',
  SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  SMTP_URL: smtp.url,
  DATABASE_CONNECTIONS: '12',
})

const startedServers: RunningServer[] = []

async function start(more: Record<string, string> = {}): Promise<RunningServer> {
  const port = String(await freePort())
  const server = await startServer({ ...env(), BASE_URL: `http://localhost:${port}`, PORT: port, ...more })
  startedServers.push(server)
  return server
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

beforeAll(async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  const name = `first_day_${newId().replaceAll('-', '')}`
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url = inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
  dataDir = await newDataDir()
  smtp = await startMailStub()
})
afterAll(async () => {
  await stopAllServers()
  smtp.close()
  await removeDataDir(dataDir)
})

const command = (name: string, words: string[], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [`dist/server/${name}.js`, ...words], {
    env: { PATH: process.env.PATH, ...env(), ...more },
  })

const staff = (base: string, ...words: string[]) => command('staff', words, { BASE_URL: base })

/** Posts a form as a browser does. */
async function post(server: RunningServer, path: string, values: Record<string, string>) {
  return fetch(server.base + path, {
    method: 'POST',
    body: new URLSearchParams(values),
    headers: { origin: server.base },
    redirect: 'manual',
  })
}

describe('the first day of an installation', { shuffle: false }, () => {
  test('begins with the report of doctor on an empty database', async () => {
    const { stdout } = await command('doctor', [])
    for (const line of [
      /^tables +none yet/m,
      /^mail answers +yes$/m,
      /^database answers +yes$/m,
      /^storage works +yes$/m,
      /^proxy +WARNING: TRUST_PROXY is not set/m,
    ])
      expect(stdout).toMatch(line)
    const failed = await command('doctor', [], { SMTP_URL: 'smtp://127.0.0.1:1' }).catch((error) => error)
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/^mail answers +no: 127\.0\.0\.1:1: .*ECONNREFUSED/m)
  }, 60_000)

  test('allows four processes to start at the same time on an empty database', async () => {
    const servers = await Promise.all([1, 2, 3, 4].map(() => start()))
    for (const { base } of servers) {
      const answer = await fetch(`${base}/readyz`)
      expect([answer.status, await answer.json()]).toMatchObject([200, { ready: true, database: true }])
    }
    const queues = await query('select name, count(*)::int as times from pgboss.queue group by name')
    expect(queues.length).toBeGreaterThan(20)
    expect(queues.filter(({ times }) => times !== 1)).toEqual([])
    await Promise.all(servers.map((server) => server.stop()))
  }, 120_000)

  test('creates its first member of staff by a command and a link', async () => {
    const server = await start()
    const { stdout } = await staff(server.base, 'add', 'Su Lan', 'su.lan@qinglan.example')
    const link = new URL(stdout.split('\n')[0]!)
    expect((await fetch(link)).status).toBe(200)
    const choice = { username: 'su_lan', password: 'Pagoda83bridge', confirmPassword: 'Pagoda83bridge' }
    const accepted = await post(server, link.pathname, choice)
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/desk'])
    expect((await staff(server.base, 'list')).stdout).toBe('su.lan@qinglan.example  Su Lan  lead\n')
    expect((await command('doctor', [])).stdout).toMatch(/^staff +1$/m)
    await expect(staff(server.base, 'add', 'Su Lan', 'su.lan@qinglan.example')).rejects.toThrow()
    await server.stop()
  }, 60_000)
})

describe('roles of processes', { shuffle: false }, () => {
  /** Writes a mail as a page does, in a transaction. */
  async function writeMail(name: string) {
    const to = `${name}@qinglan.example`
    const db = connect(url, 2)
    await startJobs(db, { supervise: false })
    await db.transaction().execute((trx) => sendMailLater(trx, { to, subject: 's', text: 't', html: 'h' }))
    await stopJobs()
    await db.destroy()
    return to
  }

  test('a worker answers health checks, shows no page, and sends the mails of a web process', async () => {
    const web = await start({ ROLE: 'web' })
    const email = await writeMail('wei_lan')
    await wait(3000)
    expect(smtp.recipients).not.toContain(email)
    const worker = await start({ ROLE: 'worker' })
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/product', '/acct/login'].map(
        async (path) => (await fetch(worker.base + path)).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 404, 404])
    await expect.poll(() => smtp.recipients).toContain(email)
    await Promise.all([web.stop(), worker.stop()])
  }, 90_000)

  test('mails wait while SEND_MAIL is off, and other jobs run', async () => {
    const server = await start({ SEND_MAIL: 'off', SMTP_URL: '' })
    const email = await writeMail('gu_lan')
    const done = () => query(`select 1 from pgboss.job where name <> 'mail' and state = 'completed'`)
    await expect.poll(async () => (await done()).length).toBeGreaterThan(0)
    const states = await query(
      `select distinct state from pgboss.job where name = 'mail' and state <> 'completed'`,
    )
    expect(states).toEqual([{ state: 'created' }])
    await server.stop()
    const later = await start()
    await expect.poll(() => smtp.recipients).toContain(email)
    await later.stop()
  }, 90_000)
})

describe('SIGTERM while the server starts', () => {
  test('leaves no PostgreSQL running', async () => {
    const own = await newDataDir()
    const child = spawn(process.execPath, ['dist/server/server.js'], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        DEMO: '1',
        DATA_DIR: own,
        PORT: String(await freePort()),
      },
      stdio: 'ignore',
    })
    const ended = new Promise((done) => child.on('exit', done))
    await expect.poll(() => postgresPid(own), { interval: 20 }).toBeGreaterThan(0)
    child.kill('SIGTERM')
    await ended
    expect(await postgresPid(own)).toBe(null)
    await removeDataDir(own)
  }, 120_000)
})
