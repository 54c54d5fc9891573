import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { PRODUCTION } from '#tests/support/production.ts'
import { freePort, newDataDir, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

const OWN_KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
const NEXT_KEY = '2c26b46b68ffc68ff99b453c1d30413413422d70'
const OTHER_KEY = 'fcde2b2edba56bf408601fb721fe9b5c338d10ee'

let trialDir: string
let dataDir: string
let url: string
const trial = () => ({ DATA_DIR: trialDir })
const backup = () => join(dataDir, 'backup-of-trial')

const production = (more: Record<string, string> = {}) => ({
  ...PRODUCTION,
  DEMO: '0',
  CAPTCHA_ANSWER: '',
  SMTP_URL: '',
  SEND_MAIL: 'off',
  SECRET_KEY: OWN_KEY,
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ...more,
})

beforeAll(async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  const name = `trial_${newId().replaceAll('-', '')}`
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url = inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
  trialDir = await newDataDir()
  dataDir = await newDataDir()
})
afterAll(async () => {
  await stopAllServers()
  await rm(trialDir, { recursive: true, force: true })
  await removeDataDir(dataDir)
})

interface CommandOutput {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command; returns its output and its exit code. */
const command = (name: string, env: Record<string, string>, ...words: string[]): Promise<CommandOutput> =>
  promisify(execFile)(process.execPath, [`dist/server/${name}.js`, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  }).then(
    (output) => ({ ...output, code: 0 }),
    (error) => error,
  )

async function start(more: Record<string, string> = {}) {
  const port = String(await freePort())
  return startServer({ ...production(more), BASE_URL: `http://localhost:${port}`, PORT: port })
}

const readiness = async (base: string) => {
  const answer = await fetch(`${base}/readyz`)
  return [answer.status, (await answer.json()).secretKey]
}

// A trial, its move, and the first change of its key in production.
describe('from the trial to production', { shuffle: false }, () => {
  test('the key of a running trial cannot be changed, that of a stopped one can, once', async () => {
    const server = await startServer(trial())
    const early = await command('change-secret-key', { ...trial(), SECRET_KEY: OWN_KEY })
    expect(early.code).toBe(1)
    await server.stop()
    const guessable = await command('change-secret-key', { ...trial(), SECRET_KEY: 'abcd'.repeat(10) })
    expect([guessable.code, guessable.stderr]).toEqual([1, expect.stringContaining('can be guessed')])
    const done = await command('change-secret-key', { ...trial(), SECRET_KEY: OWN_KEY })
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(done.stdout).toMatch(/^ends of action logs +[1-9]/m)
    const again = await command('change-secret-key', { ...trial(), SECRET_KEY: OWN_KEY })
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing is to be done')])
  }, 180_000)

  test('a backup of the trial is restored, and production refuses to start while the demo can log in', async () => {
    const wrong = await command('backup', trial(), backup())
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('not the key of this database')])
    const made = await command('backup', { ...trial(), SECRET_KEY: OWN_KEY }, backup())
    expect([made.code, made.stderr]).toEqual([0, ''])
    const restored = await command('restore', production(), backup())
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    await expect(start()).rejects.toThrow(/accounts of the demo[\s\S]*demo_admin[\s\S]*npm run end-demo/)
  }, 180_000)

  test('after the end of the demo production starts', async () => {
    const planned = await command('end-demo', production())
    expect(planned.stdout).toMatch(/^erased +desk_agent /m)
    expect(planned.stdout).toContain('Run again with --yes')
    await expect(start()).rejects.toThrow('accounts of the demo')
    expect((await command('end-demo', production(), '--yes')).code).toBe(0)
    const server = await start()
    expect(await readiness(server.base)).toEqual([200, true])
    const connected = await command(
      'change-secret-key',
      production({ SECRET_KEY: NEXT_KEY, OLD_SECRET_KEY: OWN_KEY }),
    )
    expect([connected.code, connected.stderr]).toEqual([1, expect.stringContaining('Stop them first')])
    await server.stop()
  }, 180_000)

  test('its key is changed; a server with another key reports this at the start and works', async () => {
    const wrong = production({ SECRET_KEY: NEXT_KEY, OLD_SECRET_KEY: OTHER_KEY })
    expect(await command('change-secret-key', wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('OLD_SECRET_KEY is not the key of this database'),
    })
    const empty = await command('change-secret-key', { ...wrong, DATABASE_URL: await emptyDatabase() })
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('does not know its key yet')])
    const right = production({ SECRET_KEY: NEXT_KEY, OLD_SECRET_KEY: OWN_KEY })
    expect((await command('change-secret-key', right)).code).toBe(0)
    const late = await start({ SECRET_KEY: OWN_KEY })
    const lines = late.output().split('\n')
    expect(lines.filter((line) => line.includes('SECRET_KEY'))).toEqual([
      expect.stringContaining('SECRET_KEY is not the key of this database'),
    ])
    expect(await readiness(late.base)).toEqual([503, false])
    expect((await fetch(`${late.base}/product`)).status).toBe(200)
    await late.stop()
    const doctor = await command('doctor', production({ SECRET_KEY: OWN_KEY }))
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/^secret key fits +no/m)])
    const server = await start({ SECRET_KEY: NEXT_KEY })
    expect(await readiness(server.base)).toEqual([200, true])
    expect(server.output()).not.toContain('SECRET_KEY')
    await server.stop()
  }, 180_000)
})
