import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { consumeRecoveryCode, makeRecoveryCodes } from '#modules/accounts/factors/recovery-code.ts'
import { readLog } from '#modules/documents/audit-log.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { knownIdentities } from '#modules/signing/providers/builtin/authority/authority.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { sign } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { makeCheckpoint } from '#modules/signing/transparency/checkpoint.ts'
import { makeBackup } from '#src/app/backup/backup.ts'
import { connect } from '#src/app/database.ts'
import { changeSecretKey, refuseConnected } from '#src/app/secret-key/change.ts'
import { checkSecretKey } from '#src/app/secret-key/check.ts'
import { acceptLostKey } from '#src/app/secret-key/lost.ts'
import { isKeyOfDatabase } from '#src/auth/secret-key.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { storage } from '#src/jobs/storage.ts'
import { type App, codeOf, giveApp } from '#tests/cast/factors.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { accessCodeTo, captchaOn, OLIVER, type Review, reviewedDocument } from '#tests/cast/review.ts'
import { filledDraft, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { logIn } from '#tests/cast/test-context.ts'
import { completedDocument } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'

const FIRST_KEY = config.secretKey
const SECOND_KEY = '4be1c2f0d7a9530e86b2f41c7d09ae35'
const THIRD = 'e07d4c19ab5283f6d1b04e7c98f3a265'
const STRANGE_KEY = '71f0a8d3c46be925170cfb8e5d2a9364'

let db: Db
let cast: Cast
let app: App
let review: Review
let accessCode: string
let completedId: string
let signing: Awaited<ReturnType<typeof signingDocument>>
let time = Date.parse('2026-03-02T09:00:00+08:00')

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await checkSecretKey(db)
  app = await giveApp(db, cast.lin.viewer.id)
  review = await reviewedDocument(db, cast)
  accessCode = await accessCodeTo(db, OLIVER.email)
  completedId = await completedDocument(db, cast.lin.viewer)
  signing = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, signing.documentId, 1)
  while (await workWaitingJobs(db));
})
beforeEach(() => {
  time += 2 * MINUTE
  setClock(() => new Date(time))
})
afterEach(() => setClock(null))

/** The same database, as a newly started process opens it. */
const process = () => db.withoutPlugins()

async function change(former: string, present: string) {
  const reports = await changeSecretKey(process(), { former, present })
  if (reports) config.secretKey = present
  return reports
}

const everything = async () => {
  const { rows } = await sql`select
    (select json_agg(sealed_key order by id) from signing.authority) as authorities,
    (select json_agg(sealed_key order by id) from signing.log_key) as log,
    (select json_agg(sealed_secret order by id) from accounts.factor) as apps,
    (select json_agg(code_hash order by code_hash) from accounts.recovery_code) as codes,
    (select json_agg(access_hash order by reviewer_id) from review.link) as access,
    (select json_agg(log_end order by id) from documents.document) as ends,
    (select json_agg(to_json(key) order by id) from platform.secret_key as key) as keys`.execute(db)
  return rows[0]
}

const logInWith = async (second: Record<string, string>) => {
  const client = newClient(process())
  await logIn(client)
  const answer = await client.post('/acct/second-factor', second)
  return [answer.status, (await client.get('/mgmt/acct-info')).status]
}

const enterByCode = async () => {
  const client = newClient(process())
  const fields = { email: OLIVER.email, accessCode, way: 'access' }
  const entered = await client.post('/review/login', {
    ...fields,
    ...(await captchaOn(client, '/review/login')),
  })
  return [entered.status, entered.headers.get('location')]
}

async function verdictOf(documentId: string) {
  const { bytes } = await readFinalFile(db, documentId, 'signed-pdf')
  return verdictOn(await verifyPades(bytes, await knownIdentities(process())))
}

// The tests use one installation, one after the other.
describe('a change of SECRET_KEY', { shuffle: false }, () => {
  test('is refused with a wrong former key, and changes nothing', async () => {
    const stateBefore = await everything()
    await expect(change(STRANGE_KEY, SECOND_KEY)).rejects.toThrow(
      'OLD_SECRET_KEY is not the key of this database',
    )
    expect(await everything()).toEqual(stateBefore)
  })

  test('that fails in the middle changes nothing', async () => {
    await sql`create function pg_temp_fail() returns trigger language plpgsql as
      $$ begin raise exception 'interrupted'; end $$`.execute(db)
    await sql`create trigger interrupt before update on documents.document execute function pg_temp_fail()`.execute(
      db,
    )
    const stateBefore = await everything()
    await expect(change(FIRST_KEY, SECOND_KEY)).rejects.toThrow('interrupted')
    expect(await everything()).toEqual(stateBefore)
    await sql`drop trigger interrupt on documents.document`.execute(db)
  })

  test('is refused while a server or command is connected', async () => {
    const ownConnection = connect(await urlOf(db), 1)
    await expect(refuseConnected(ownConnection)).rejects.toThrow(
      /connected to the database: qishu background/,
    )
    await ownConnection.destroy()
  })

  test('carries everything over, except the end of a log that the former key does not confirm', async () => {
    const { id: forged } = await filledDraft(db, cast.lin.viewer)
    await sql`update documents.document set log_end = jsonb_set(log_end, '{seal}', '"0000"') where id = ${forged}`.execute(
      db,
    )
    const reports = (await change(FIRST_KEY, SECOND_KEY))!
    expect(reports.map(({ part, carried, left }) => [part, carried > 0, left])).toEqual([
      ['keys of the signing authority', true, []],
      ['keys of the public log', expect.any(Boolean), []],
      ['authenticator apps', true, []],
      ['recovery codes', true, []],
      ['access codes of reviewers', true, []],
      ['ends of action logs', true, [`document ${forged}`]],
      ['keys of webhook endpoints', false, []],
      ['secrets of single sign-on', false, []],
    ])
    expect((await readLog(db, forged)).fault).toBe('unconfirmed')
    for (const id of [completedId, signing.documentId, review.documentId])
      expect([id, (await readLog(db, id)).fault]).toEqual([id, null])
    expect(await change(FIRST_KEY, SECOND_KEY)).toBe(null)
  })

  test('leaves authenticator apps, recovery codes and reviewers’ access codes valid', async () => {
    expect(await logInWith({ way: 'totp', code: codeOf(app.secret) })).toEqual([303, 200])
    expect(await logInWith({ way: 'recovery', code: app.codes[0]! })).toEqual([303, 200])
    expect(await logInWith({ way: 'recovery', code: app.codes[0]! })).toEqual([422, 303])
    expect(await enterByCode()).toEqual([303, `/review/${review.oliverId}/review-doc`])
  })

  test('leaves signed documents valid, and signings that had begun can be finished', async () => {
    expect(await verdictOf(completedId)).toBe('sealed')
    const { id } = await db
      .selectFrom('signing.signatory')
      .select('id')
      .where('email', '=', SIGNATORIES[1]!.email)
      .where('state', '=', 'invited')
      .executeTakeFirstOrThrow()
    setClock(null)
    await sign(process(), await turnOf(db, id), { kind: 'typed', text: 'Oliver Grant' })
    while (await workWaitingJobs(process()));
    await makeCheckpoint(process())
    expect(await verdictOf(signing.documentId)).toBe('sealed')
    expect((await readLog(db, signing.documentId)).fault).toBe(null)
  })

  test('can be made again, with codes of both times', async () => {
    const freshCodes = await makeRecoveryCodes(db, cast.zhou.viewer.id)
    await change(SECOND_KEY, THIRD)
    expect(await logInWith({ way: 'recovery', code: app.codes[1]! })).toEqual([303, 200])
    expect(await consumeRecoveryCode(db, cast.zhou.viewer.id, freshCodes[0]!)).toBe(true)
    expect(await enterByCode()).toEqual([303, `/review/${review.oliverId}/review-doc`])
    expect((await readLog(db, completedId)).fault).toBe(null)
  })

  test('makes former keys useless, for codes and for the database', async () => {
    config.secretKey = SECOND_KEY
    expect(await isKeyOfDatabase(db)).toBe(false)
    expect(await consumeRecoveryCode(db, cast.lin.viewer.id, app.codes[2]!)).toBe(false)
    config.secretKey = THIRD
    const { rows } = await sql<{
      text: string
    }>`select to_json(key)::text as text from platform.secret_key as key`.execute(db)
    expect(rows).toHaveLength(3)
    for (const { text } of rows)
      for (const key of [FIRST_KEY, SECOND_KEY, THIRD]) {
        expect(text).not.toContain(key)
        expect(text).not.toContain(Buffer.from(key).toString('hex'))
      }
  })
})

describe('a wrong SECRET_KEY', { shuffle: false }, () => {
  const readiness = async () => {
    const answer = await newClient(process()).get('/readyz')
    return [answer.status, (await answer.json()).secretKey]
  }

  test('is one error line of the start, and in /readyz', async () => {
    const errorSpy = vi.spyOn(log, 'error')
    await checkSecretKey(process())
    expect(errorSpy).not.toHaveBeenCalled()
    expect(await readiness()).toEqual([200, true])
    config.secretKey = STRANGE_KEY
    await checkSecretKey(process())
    expect(errorSpy.mock.calls).toEqual([
      [{ event: 'secret key wrong' }, expect.stringMatching(/^SECRET_KEY is not the key of this database/)],
    ])
    expect(await readiness()).toEqual([503, false])
    expect((await newClient(process()).get('/product')).status).toBe(200)
    const folder = mkdtempSync(join(tmpdir(), 'backup-wrong-key-'))
    await expect(makeBackup(await urlOf(db), storage(), folder, () => {})).rejects.toThrow(
      'SECRET_KEY is not the key of this database',
    )
    await rm(folder, { recursive: true })
    errorSpy.mockRestore()
  })

  test('becomes the key by command when the right one is lost; what was signed stays valid', async () => {
    config.secretKey = STRANGE_KEY
    expect(await acceptLostKey(process())).toBe(true)
    expect(await acceptLostKey(process())).toBe(false)
    expect(await readiness()).toEqual([200, true])
    expect(await verdictOf(completedId)).toBe('sealed')
    expect((await readLog(db, completedId)).fault).toBe('unconfirmed')
    const { documentId } = await signingDocument(db, cast.lin.viewer)
    await signAsDemo(process(), documentId, SIGNATORIES.length)
    expect(await verdictOf(documentId)).toBe('sealed')
    config.secretKey = FIRST_KEY
  })
})
