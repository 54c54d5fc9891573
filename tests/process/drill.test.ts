import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERASED, eraseAccount } from '#modules/accounts/erasure.ts'
import { connect } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { type Cast, openCast, type PersonName } from '#tests/cast/people.ts'
import { completedDocument } from '#tests/cast/world.ts'
import { newRemoteClient } from '#tests/support/client.ts'
import { emptyDatabase, testDatabase, urlOf } from '#tests/support/database.ts'
import { startFleet } from '#tests/support/fleet.ts'
import { brokenInvariants } from '#tests/support/invariants/broken-invariants.ts'
import { startLoad } from '#tests/support/load.ts'
import { note } from '#tests/support/measured.ts'
import { ALL_LARGE, caseCount } from '#tests/support/runs.ts'
import { newDataDir, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'
import { startMailStub } from '#tests/support/smtp.ts'

const DOCUMENTS = caseCount(4, 100)
const A_SECOND = ALL_LARGE ? 10 : 3
/** During other tests the machine may be too busy for a request. */
const ALLOWED = ALL_LARGE ? [200, 303] : [200, 303, 503]

let db: Db
let url: string
let cast: Cast
let folder: string
let elsewhere: string

beforeAll(async () => {
  db = await testDatabase()
  url = await urlOf(db)
  cast = await openCast(db, 100_000)
  folder = mkdtempSync(join(tmpdir(), 'drill-'))
  elsewhere = await newDataDir()
})
afterAll(async () => {
  await stopAllServers()
  await rm(folder, { recursive: true, force: true })
  await removeDataDir(elsewhere)
})

/** A person's client of a running server. */
function browserOf(name: PersonName, base: string) {
  const client = newRemoteClient(base)
  for (const [cookie, value] of cast[name].client.cookies) client.cookies.set(cookie, value)
  return client
}

/** Runs a built command as an operator does; returns its output. */
async function command(name: string, words: string[], env: Record<string, string>, input = '') {
  const { PATH, HOME } = process.env as Record<string, string>
  const running = promisify(execFile)(process.execPath, [`dist/server/${name}.js`, ...words], {
    env: { PATH, HOME, NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'error', ...env } as NodeJS.ProcessEnv,
  })
  running.child.stdin!.end(input)
  return (await running).stdout
}

const seconds = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await work()
  return ((performance.now() - startedAt) / 1000).toFixed(0)
}

/** Signs documents one after the other until stopped; then returns their number. */
function signRepeatedly() {
  let stopped = false
  const work = async () => {
    let count = 0
    for (; !stopped; count++) await completedDocument(db, cast.lin.viewer)
    return count
  }
  const ended = work()
  return () => {
    stopped = true
    return ended
  }
}

/** The report of pdfsig about a signed file that its owner downloads. */
async function readSignatures(base: string, id: string) {
  const client = browserOf('lin', base)
  const page = await client.get(`/mgmt/${id}/view-doc`)
  const pdf = await client.get(`/mgmt/${id}/signed.pdf`)
  const path = join(folder, `${id}.pdf`)
  writeFileSync(path, Buffer.from(await pdf.arrayBuffer()))
  const report = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  const valid = report.match(/Signature is Valid/g)?.length
  return { id, page: page.status, valid, whole: report.includes('Total document signed') }
}

test('a backup made under load is restored elsewhere: documents open and verify, no mail is sent, later erasures are repeated', {
  timeout: 1_800_000,
}, async () => {
  const ids: string[] = []
  for (let n = 0; n < DOCUMENTS; n++) ids.push(await completedDocument(db, cast.lin.viewer))
  const smtp = await startMailStub()
  const fleet = await startFleet(2, url, { SMTP_URL: smtp.url })
  const load = startLoad(browserOf('lin', fleet.front.base), A_SECOND, 1)
  const backupFolder = join(folder, 'backup')
  const source = { DATABASE_URL: url, DATA_DIR: config.DATA_DIR }
  const stopSigning = signRepeatedly()
  const took = await seconds(() => command('backup', [backupFolder], source))
  const during = await stopSigning()
  const { answers } = await load.stop()
  expect(answers.filter(({ status }) => !ALLOWED.includes(status))).toEqual([])
  const { id: erased } = cast.hannah.viewer
  await eraseAccount(db, cast.ruo.viewer, erased, 'Asked for it')
  await fleet.stop()
  smtp.close()

  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: elsewhere }
  const restore = await seconds(() => command('restore', [backupFolder], target))
  const silence = await startMailStub()
  const at = '2026-01-02T03:04:05.000Z'
  const line = JSON.stringify({ at, event: ERASED, account: erased, staff: cast.ruo.viewer.id })
  const log = `starting\n${line}\n${line.slice(0, -9)}\n`
  expect(await command('repeat-erasures', [], target, log)).toContain(`${erased}  erased again\n`)
  expect(await command('repeat-erasures', [], target, log)).toContain(`${erased}  erased already\n`)
  const restored = connect(target.DATABASE_URL, 2)
  const person = restored
    .selectFrom('accounts.account')
    .select(['state', 'email', 'erased_at'])
    .where('id', '=', erased)
  expect(await person.execute()).toEqual([{ state: 'erased', email: null, erased_at: new Date(at) }])
  expect(await brokenInvariants(restored)).toEqual([])
  await restored
    .transaction()
    .execute((trx) => sendMailLater(trx, { to: 'wei@qinglan.example', subject: 's', text: 't', html: 'h' }))
  await restored.destroy()
  const server = await startServer({
    ...target,
    NODE_ENV: 'test',
    DEMO: '0',
    SEND_MAIL: 'off',
    SMTP_URL: silence.url,
  })
  for (const id of ids)
    expect(await readSignatures(server.base, id)).toEqual({ id, page: 200, valid: 3, whole: true })
  expect(silence.recipients).toEqual([])
  silence.close()
  note(
    'backup under load, restored elsewhere (R-21)',
    `${answers.length} requests and ${during} signings during the backup, none failed; backup ${took} s, restore ${restore} s; ${ids.length} signed documents opened and verified by pdfsig, no mail left`,
  )
})
