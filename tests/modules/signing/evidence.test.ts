import { beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { logDelivery } from '#modules/signing/index.ts'
import { closeSigningJob, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { translate } from '#src/core/i18n.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const [FIRST] = SIGNATORIES as [(typeof SIGNATORIES)[number]]
const WHO = { party: 'a', email: FIRST.email }
const BROWSER = { address: 'unknown', agent: AGENT }

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const withAgent = { 'user-agent': `${AGENT}\u00a0` }

async function enter(client: Client, link: string) {
  await client.get(link, withAgent)
  await client.get(link, withAgent)
  await client.post(`${link}/code`, {}, withAgent)
  const { code } = await lastMailTo(db, FIRST.email)
  await client.post(`${link}/entrance`, { code: code! }, withAgent)
  return code!
}

const entriesSince = async (documentId: string, action: string) => {
  const rows = await listActions(db, documentId)
  const from = rows.findIndex((row) => row.action === action)
  return rows.slice(from).map((row) => [row.action, row.identity, row.details])
}

const revisionsOf = (documentId: string) =>
  db
    .selectFrom('signing.revision as revision')
    .innerJoin('signing.signing as signing', 'signing.id', 'revision.signing_id')
    .select(['revision.key', 'revision.sha256'])
    .where('document_id', '=', documentId)
    .orderBy('revision.number')
    .execute()

test('the log records the invitation, its delivery, the first opening, the code, the consent and the file', async () => {
  const { documentId, signatoryId, link } = await signingDocument(db, cast.lin.viewer)
  const mail = await lastMailTo(db, FIRST.email)
  await db.transaction().execute((trx) => logDelivery(trx, { id: mail.id, delivered: true }))
  const client = newClient(db)
  const code = await enter(client, link)
  const answer = await client.post(
    `/signing/${signatoryId}/signature?locale=en_US`,
    { kind: 'typed', typed: FIRST.name },
    withAgent,
  )
  expect(answer.status).toBe(303)
  await writeSignatureJob.now(db, { signatoryId })
  const [sent, written] = await revisionsOf(documentId)
  const { details: last } = (await listActions(db, documentId)).find(
    ({ action }) => action === 'write-signature',
  )!
  const t = translate('en_US')
  const consent = `${t('signing.signer.law')} ${t('signing.signer.recorded')}`
  const named = { signatory: FIRST.name, ...WHO }
  expect(await entriesSince(documentId, 'start-signing')).toEqual([
    [
      'start-signing',
      'creator',
      {
        signatories: 2,
        sha256: sent!.sha256,
        sender: 'institution',
        senderName: cast.lin.viewer.teamName,
        authorisation: expect.any(String),
      },
    ],
    ['invite-signatory', 'system', named],
    ['deliver-invitation', 'system', named],
    ['open-link', 'signatory', { ...WHO, ...BROWSER }],
    ['send-code', 'signatory', { ...WHO, ...BROWSER }],
    ['open-to-sign', 'signatory', { ...WHO, ...BROWSER }],
    ['sign', 'signatory', { ...WHO, ...BROWSER, way: 'typed', sha256: sent!.sha256, consent }],
    ['write-signature', 'system', { ...named, sha256: written!.sha256, serial: last.serial }],
    [
      'invite-signatory',
      'system',
      { signatory: SIGNATORIES[1]!.name, party: 'b', email: SIGNATORIES[1]!.email },
    ],
  ])
  expect(last.serial).toMatch(/^[0-9A-F]{16,40}$/)
  expect(hashOf(await getFile(db, written!.key))).toBe(written!.sha256)
  expect(JSON.stringify(await listActions(db, documentId))).not.toContain(code)
  const page = await (await client.get(`/signing/${signatoryId}`)).text()
  expect(page).not.toContain(AGENT)
  const log = await (await cast.lin.client.get(`/mgmt/${documentId}/action-log?locale=en_US`)).text()
  for (const words of ['IP address unknown', 'signature typed', `certificate ${last.serial}`, FIRST.email])
    expect(log).toContain(words)
})

test('a refused invitation, a drawn signature and a refusal are recorded, but no other mails', async () => {
  const { documentId, signatoryId, link } = await signingDocument(db, cast.lin.viewer)
  const mail = await lastMailTo(db, FIRST.email)
  const report = (id: string) => db.transaction().execute((trx) => logDelivery(trx, { id, delivered: false }))
  await report(mail.id)
  await report(documentId)
  const client = newClient(db)
  await enter(client, link)
  await client.post(`/signing/${signatoryId}/refusal`, { reason: 'too late' }, withAgent)
  await report(mail.id)
  const rows = await entriesSince(documentId, 'refuse-invitation')
  expect(rows[0]).toEqual(['refuse-invitation', 'system', { signatory: FIRST.name, ...WHO }])
  expect(rows.filter(([action]) => action === 'refuse-invitation')).toHaveLength(1)
  expect(rows.at(-1)).toEqual(['decline-signing', 'signatory', { ...WHO, ...BROWSER, reason: 'too late' }])
  // After the end of the signing, opening the link is not logged any more.
  await newClient(db).get(link, withAgent)
  expect(await entriesSince(documentId, 'refuse-invitation')).toHaveLength(rows.length)
})

test('without a browser, as in a demo, only available facts are recorded', async () => {
  const { signAsDemo } = await import('#modules/signing/providers/builtin/demo-signing.ts')
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  await signAsDemo(db, documentId, 2)
  const rows = await listActions(db, documentId)
  const [sent, second, , sealed] = await revisionsOf(documentId)
  expect(rows.filter(({ action }) => action === 'sign').map(({ details }) => details)).toEqual([
    { ...WHO, way: 'typed', sha256: sent!.sha256 },
    { party: 'b', email: SIGNATORIES[1]!.email, way: 'typed', sha256: second!.sha256 },
  ])
  expect(rows.at(-1)).toMatchObject({ action: 'complete-signing', details: { sha256: sealed!.sha256 } })
  await closeSigningJob.now(db, { signingId: 'ffffffff-0000-7000-8000-000000000000' })
  expect(await listActions(db, documentId)).toHaveLength(rows.length)
})
