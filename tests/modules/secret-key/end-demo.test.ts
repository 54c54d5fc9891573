import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, createTeam } from '#modules/accounts/account.ts'
import { hashPassword } from '#modules/accounts/password/password.ts'
import { readLog } from '#modules/documents/audit-log.ts'
import { refreshLibrary } from '#modules/templates/index.ts'
import { makeBackup } from '#src/app/backup/backup.ts'
import { restoreBackup } from '#src/app/backup/restore.ts'
import { connect } from '#src/app/database.ts'
import '#src/app/events.ts'
import { changeSecretKey } from '#src/app/secret-key/change.ts'
import { checkSecretKey } from '#src/app/secret-key/check.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { endDemo, planDemoEnd, refuseDemoAccounts } from '#src/demo/end-demo.ts'
import { seedDemo } from '#src/demo/seed-demo.ts'
import { stopJobs, workWaitingJobs } from '#src/jobs/jobs.ts'
import { storage } from '#src/jobs/storage.ts'
import { newClient } from '#tests/support/client.ts'
import { emptyDatabase, keepAsTemplate, testDatabase, urlOf } from '#tests/support/database.ts'

const TRIAL = config.secretKey
const OWN_KEY = '8d3f60c1b7a24e95f0e6d18c73b5a249'
const ignoreOutput = () => {}
const namesOf = (accounts: { username: string }[]) => accounts.map(({ username }) => username)

let db: Db
/** The name of a database with the new demo. */
let seeded: string
let documentId: string

async function logInto(target: Db, login: string, password: string) {
  const client = newClient(target)
  await client.post('/acct/login', { login, password, agreement: 'yes' })
  return (await client.get('/mgmt/acct-info')).status
}

async function openStarted(username: string, password: string) {
  const person = {
    name: username,
    mobile: null,
    identity: 'company',
    department: '',
    locale: 'en_US',
  } as const
  const team = await createTeam(db, `Team of ${username}`)
  return createAccount(db, team, {
    ...person,
    username,
    email: `${username}@qinglan.cn`,
    passwordHash: await hashPassword(password),
    role: 'admin',
  })
}

const change = (username: string, values: Partial<{ email: string; password_hash: string }>) =>
  db.updateTable('accounts.account').set(values).where('username', '=', username).execute()

beforeAll(async () => {
  db = await testDatabase()
  await checkSecretKey(db)
  await refreshLibrary(db)
  await seedDemo(db)
  while (await workWaitingJobs(db));
  seeded = await keepAsTemplate(db)
  db = await testDatabase(undefined, seeded)
  await openStarted('su_lan', 'Pagoda83bridge')
  await openStarted('wei_lan', 'Qishu2026')
  const row = await db
    .selectFrom('documents.document as document')
    .innerJoin('accounts.account as account', 'account.team_id', 'document.team_id')
    .select('document.id')
    .where('username', '=', 'demo_admin')
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow()
  documentId = row.id
}, 300_000)
afterAll(() => {
  config.secretKey = TRIAL
})

// From the trial to production, step by step.
describe('a trial that becomes real', { shuffle: false }, () => {
  test('cannot start in production while the cast can log in', async () => {
    await expect(refuseDemoAccounts(db)).rejects.toThrow(
      /demo_admin, demo_member, demo_free, desk_agent, desk_lead[\s\S]*npm run end-demo/,
    )
  })

  test('plans to erase the whole cast, and to disable the password of others', async () => {
    const { erased, takenOver: taken, disabled } = await planDemoEnd(db)
    expect([namesOf(erased), namesOf(taken), namesOf(disabled)].map((names) => names.sort())).toEqual([
      ['demo_admin', 'demo_free', 'demo_member', 'desk_agent', 'desk_lead'],
      [],
      ['wei_lan'],
    ])
  })

  test('refuses an account that is half taken over', async () => {
    await change('demo_admin', { email: 'chen@qinglan.cn' })
    await expect(planDemoEnd(db)).rejects.toThrow(/^demo_admin: .* a password of its own/)
  })

  test('keeps an account with its own address and password, its team and its documents', async () => {
    await change('demo_admin', { password_hash: await hashPassword('Lantern47garden') })
    const plan = await planDemoEnd(db)
    expect([namesOf(plan.takenOver), plan.erased.length]).toEqual([['demo_admin'], 4])
    await endDemo(db, plan)
    while (await workWaitingJobs(db));
    await refuseDemoAccounts(db)
    expect(await logInto(db, 'demo_admin', 'Lantern47garden')).toBe(200)
    expect(await logInto(db, 'su_lan', 'Pagoda83bridge')).toBe(200)
    for (const username of ['demo_member', 'demo_free', 'desk_agent', 'desk_lead', 'wei_lan'])
      expect([username, await logInto(db, username, 'Qishu2026')]).toEqual([username, 303])
    expect((await readLog(db, documentId)).fault).toBe(null)
    const secondPlan = await planDemoEnd(db)
    expect([secondPlan.erased, secondPlan.disabled]).toEqual([[], []])
  })

  test('is not seeded again', async () => {
    const count = () =>
      db
        .selectFrom('accounts.account')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    const countBefore = await count()
    await seedDemo(db)
    expect(await count()).toEqual(countBefore)
  })

  test('moves to another database with its own key', async () => {
    const reports = (await changeSecretKey(db, { former: TRIAL, present: OWN_KEY }))!
    expect(reports.flatMap(({ left }) => left)).toEqual([])
    config.secretKey = OWN_KEY
    const folder = mkdtempSync(join(tmpdir(), 'backup-of-trial-'))
    await makeBackup(await urlOf(db), storage(), folder, ignoreOutput)
    const url = await emptyDatabase()
    await stopJobs()
    await restoreBackup(url, storage(), folder, ignoreOutput)
    const production = connect(url, 4)
    await refuseDemoAccounts(production)
    expect(await logInto(production, 'demo_admin', 'Lantern47garden')).toBe(200)
    expect((await readLog(production, documentId)).fault).toBe(null)
    await production.destroy()
    await rm(folder, { recursive: true })
  })
})

test('if no account of the cast is kept, the cast’s teams are erased', async () => {
  config.secretKey = TRIAL
  const otherDatabase = await testDatabase(undefined, seeded)
  await endDemo(otherDatabase, await planDemoEnd(otherDatabase))
  const remainingAccounts = await otherDatabase
    .selectFrom('accounts.account')
    .select('username')
    .where('state', '!=', 'erased')
    .execute()
  expect(remainingAccounts).toEqual([])
  const openDocuments = await otherDatabase
    .selectFrom('documents.document')
    .select('status')
    .distinct()
    .execute()
  expect(openDocuments.map(({ status }) => status).sort()).toEqual(['completed', 'signing'])
}, 300_000)
