import { afterEach, beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { findHeading } from '#modules/documents/index.ts'
import { addSeal } from '#modules/seals/seal.ts'
import { revoke } from '#modules/signing/providers/builtin/authority/revocations.ts'
import { makeBundle } from '#modules/signing/providers/builtin/bundle/make-bundle.ts'
import { certificateJob } from '#modules/signing/providers/builtin/certificate/certificate-job.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { approve, closeSigningJob, sign, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { renewFileJob } from '#modules/signing/providers/builtin/time-stamps/renewing.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { verdictIn, verifyFile } from '../verification/verify-kit.ts'
import { scriptVerifier, type Verifier } from './verifier-kit.ts'

let db: Db
let cast: Cast
let script: Verifier

beforeAll(async () => {
  script = await scriptVerifier()
  db = await testDatabase()
  cast = await openCast(db)
})

afterEach(() => {
  config.demoTimestamps = false
  config.TIMESTAMP_URL = undefined
})

async function reportOn(documentId: string) {
  const heading = await findHeading(db, cast.lin.viewer, documentId)
  const files = await makeBundle(db, heading, 'whole')
  return { files, report: await script(files, now()) }
}

const findSigning = (documentId: string) =>
  db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()

test('without a time-stamp service the bundle has no time-stamp, and is sound', async () => {
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  const { files, report } = await reportOn(documentId)
  expect([...files.keys()].filter((name) => name.endsWith('.tst'))).toEqual([])
  expect([report.verdict, report.proofs.stampedAt]).toEqual(['sound', null])
})

test('the bundle of a document with cross-page seals, an approver and a copy is sound', async () => {
  const documentId = await finalisedDocument(db, cast.lin.viewer)
  const [lian, oliver] = SIGNATORIES
  const others = [
    { id: 'c', party: 'a', name: 'Wu Min', email: 'wu@lotus.example', role: 'approver' as const },
    { id: 'd', party: 'b', name: 'Jane Doe', email: 'jane@kestrel.example', role: 'copy' as const },
  ]
  await storeSetting(db, cast.lin.viewer, documentId, [lian!, oliver!, ...others])
  const sealId = await addSeal(db, cast.lin.viewer, {
    kind: 'contract',
    label: 'Contracts',
    look: {
      way: 'drawn',
      design: { shape: 'round', name: '莲花贸易（上海）有限公司', line: '合同专用章', code: '' },
    },
    picture: null,
  })
  const chosen = await cast.lin.client.post(`/mgmt/${documentId}/sealing`, {
    'seal-a': sealId,
    'across-a': 'yes',
  })
  expect(chosen.status).toBe(303)
  await startSigning(db, cast.lin.viewer, documentId, 'en_US')
  for (;;) {
    const next = await db
      .selectFrom('signing.signatory as one')
      .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
      .select(['one.id', 'role', 'one.name'])
      .where('document_id', '=', documentId)
      .where('one.state', '=', 'invited')
      .where('role', '!=', 'copy')
      .executeTakeFirst()
    if (!next) break
    const turn = await turnOf(db, next.id)
    if (next.role === 'approver') await approve(db, turn)
    else {
      await sign(db, turn, { kind: 'typed', text: next.name })
      await writeSignatureJob.now(db, { signatoryId: next.id })
    }
  }
  const { id: signingId } = await findSigning(documentId)
  await closeSigningJob.now(db, { signingId })
  await certificateJob.now(db, { signingId })
  const { report } = await reportOn(documentId)
  const [signed] = report.documents
  expect(typeof signed!.finding === 'object' && signed!.finding.signatures.map(({ field }) => field)).toEqual(
    ['Seal 1', 'Signature 1', 'Signature 2', 'Closing seal'],
  )
  expect([report.verdict, report.log.problem, report.proofs.problem]).toEqual(['sound', null, null])
})

test('the bundle of a renewed file is sound', async () => {
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  config.demoTimestamps = true
  await renewFileJob.now(db, { signingId: (await findSigning(documentId)).id })
  const { report } = await reportOn(documentId)
  expect(report.log.rows.at(-1)!.action).toBe('renew-proof')
  expect(report.verdict).toBe('sound')
})

test('a revoked certificate is found by its revocation list, as on /verify', async () => {
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  const { files: before } = await reportOn(documentId)
  const signed = before.get('signed.pdf')!
  const [first] = await verifyPades(signed)
  await revoke(db, first!.certificate!, ago(DAY))
  const { report } = await reportOn(documentId)
  const [{ finding }] = report.documents as [(typeof report.documents)[number]]
  expect([report.verdict, typeof finding === 'object' && finding.outcome]).toEqual(['open', 'unproved'])
  const html = await (await verifyFile(newClient(db), signed)).text()
  expect(verdictIn(html)).toBe('Unchanged, but proof has expired')
  expect((await script(before, now())).verdict).toBe('sound')
})

test('the bundle is unavailable until its checkpoint has a time-stamp', async () => {
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  config.TIMESTAMP_URL = 'http://127.0.0.1:1/'
  const path = `/mgmt/${documentId}/evidence.zip`
  expect((await cast.lin.client.get(path)).status).toBe(503)
  config.TIMESTAMP_URL = undefined
  expect((await cast.lin.client.get(path)).status).toBe(200)
})

test('before the certificate of completion is made, the bundle is announced as pending', async () => {
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  await db
    .deleteFrom('documents.file')
    .where('document_id', '=', documentId)
    .where('kind', '=', 'completion-certificate')
    .execute()
  const response = await cast.lin.client.get(`/mgmt/${documentId}/evidence.zip`, {
    accept: 'application/json',
  })
  expect([response.status, (await response.json()).errorCode]).toEqual([409, 'FILE_GENERATING'])
})
