import { afterEach, beforeAll, expect, test } from 'vitest'
import { readLog } from '#modules/documents/audit-log.ts'
import { makeFinalFiles, readFinalFile } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { renewFileJob, renewTimestamps } from '#modules/signing/providers/builtin/time-stamps/renewing.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, SIGNATORIES } from '#tests/cast/signing.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { verdictIn, verifyFile } from '../verification/verify-kit.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

afterEach(() => {
  setClock(null)
  config.demoTimestamps = false
})

async function signedDocument(): Promise<string> {
  const { viewer } = cast.lin
  const { id, version } = await filledDraft(db, viewer)
  await finaliseDocument(db, viewer, id, version)
  await makeFinalFiles(db, id)
  await storeSetting(db, viewer, id, SIGNATORIES)
  await startSigning(db, viewer, id, 'zh_CN')
  await signAsDemo(db, id, SIGNATORIES.length)
  return id
}

async function stateOf(documentId: string) {
  const signing = await db
    .selectFrom('signing.signing')
    .select(['id', 'renew_at'])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  const { bytes, sha256, size } = await readFinalFile(db, documentId, 'signed-pdf')
  const revision = await latestRevision(db, signing.id)
  const { actions, fault } = await readLog(db, documentId)
  return {
    id: signing.id,
    renewAt: signing.renew_at,
    bytes,
    sha256,
    isSized: size === bytes.length,
    revision: revision.number,
    isSameRevision: revision.sha256 === sha256,
    renewals: actions.filter(({ action }) => action === 'renew-proof').length,
    fault,
  }
}

const runNightlyJob = async () => {
  await renewTimestamps.now(db, {})
  await workWaitingJobs(db)
}

test('a file from before there was a time-stamp service gets one time-stamp', async () => {
  const id = await signedDocument()
  const before = await stateOf(id)
  expect([before.renewAt, before.revision]).toEqual([null, 3])
  await runNightlyJob()
  expect(await stateOf(id)).toMatchObject({ sha256: before.sha256, renewals: 0 })
  config.demoTimestamps = true
  await runNightlyJob()
  const after = await stateOf(id)
  expect(after).toMatchObject({ isSized: true, revision: 4, isSameRevision: true, renewals: 1, fault: null })
  expect(Buffer.compare(after.bytes.subarray(0, before.bytes.length), before.bytes)).toBe(0)
  expect(after.renewAt!.getTime()).toBeGreaterThan(Date.now() + 5 * 365 * DAY)
  await runNightlyJob()
  expect(await stateOf(id)).toMatchObject({ sha256: after.sha256, renewals: 1 })
  const html = await (await verifyFile(newClient(db), after.bytes)).text()
  expect(verdictIn(html)).toBe('Unchanged since signing')
  expect(html).toContain('the time-stamp authority Qishu Demo Time-Stamps - NOT FOR PRODUCTION proves')
})

test('a file is renewed when its last time-stamp ends soon, once even by several workers', async () => {
  config.demoTimestamps = true
  const id = await signedDocument()
  const before = await stateOf(id)
  expect(before.revision).toBe(3)
  await runNightlyJob()
  expect(await stateOf(id)).toMatchObject({ sha256: before.sha256, renewals: 0 })
  const due = before.renewAt!
  setClock(() => new Date(due.getTime() + DAY))
  await Promise.all([1, 2, 3].map(() => renewFileJob.now(db, { signingId: before.id })))
  const after = await stateOf(id)
  expect(after).toMatchObject({ revision: 4, isSameRevision: true, renewals: 1, fault: null })
  expect(after.renewAt!.getTime()).toBeGreaterThan(now().getTime())
})

test('while the service is unavailable the file is unchanged, and it is renewed afterwards', async () => {
  const id = await signedDocument()
  const before = await stateOf(id)
  config.TIMESTAMP_URL = 'http://127.0.0.1:1/'
  await expect(renewFileJob.now(db, { signingId: before.id })).rejects.toThrow('TIMESTAMP_URL')
  expect(await stateOf(id)).toMatchObject({ sha256: before.sha256, revision: 3, renewals: 0 })
  config.TIMESTAMP_URL = undefined
  config.demoTimestamps = true
  await renewFileJob.now(db, { signingId: before.id })
  expect(await stateOf(id)).toMatchObject({ revision: 4, renewals: 1 })
})
