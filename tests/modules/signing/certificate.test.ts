import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { agentName } from '#modules/signing/providers/builtin/certificate/agent-name.ts'
import { certificateJob } from '#modules/signing/providers/builtin/certificate/certificate-job.ts'
import { makeCertificate } from '#modules/signing/providers/builtin/certificate/make-certificate.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { resumeSignings } from '#modules/signing/providers/builtin/resuming.ts'
import { closeSigningJob, sign, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { ago, MINUTE } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import { startClock } from './pades/clock.ts'
import { verdictIn, verifyFile } from './verification/verify-kit.ts'

let db: Db
let cast: Cast
let documentId: string
let signingId: string
let signatoryIds: string[]
let clients: Client[]

const AGENT = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const started = await signingDocument(db, cast.lin.viewer)
  documentId = started.documentId
  const rows = await db
    .selectFrom('signing.signatory')
    .select(['id', 'signing_id', 'email', 'name'])
    .orderBy('position')
    .execute()
  signingId = rows[0]!.signing_id
  signatoryIds = rows.map(({ id }) => id)
  clients = []
  for (const { id, email, name } of rows) {
    const link = new URL((await lastMailTo(db, email!)).links[0]!).pathname
    const client = await enterByLink(db, link, email!)
    await client.post(`/signing/${id}/signature?locale=zh_CN`, { kind: 'typed', typed: name }, AGENT)
    await writeSignatureJob.now(db, { signatoryId: id })
    clients.push(client)
  }
})

const fileRows = () =>
  db
    .selectFrom('documents.file')
    .select(['sha256', 'kind'])
    .where('document_id', '=', documentId)
    .where('kind', '=', 'completion-certificate')
    .execute()

const pdfFrom = async (client: Client, path: string) => {
  const answer = await client.get(path)
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/pdf'])
  return new Uint8Array(await answer.arrayBuffer())
}

const ownPath = (n: number, path: string) => `/signing/${signatoryIds[n]}/${path}`

test('the certificate does not exist at any address before all have signed', async () => {
  const early = await clients[0]!.get(ownPath(0, 'certificate.pdf'))
  expect([early.status, early.headers.get('location')]).toEqual([303, ownPath(0, 'signed')])
  expect((await cast.lin.client.get(`/mgmt/${documentId}/certificate.pdf`)).status).toBe(409)
  await makeCertificate(db, signingId)
  expect(await fileRows()).toEqual([])
})

test('a completed signing queues the certificate; until it is made, the pages say so', async () => {
  await closeSigningJob.now(db, { signingId })
  expect((await clients[0]!.get(ownPath(0, 'certificate.pdf'))).status).toBe(409)
  expect(await workWaitingJobs(db)).toBeGreaterThan(0)
  const [file, ...more] = await fileRows()
  expect(more).toEqual([])
  await certificateJob.now(db, { signingId })
  await Promise.all([makeCertificate(db, signingId), makeCertificate(db, signingId)])
  expect(await fileRows()).toEqual([file])
})

test('two concurrent jobs make one certificate, and a lost job is queued again', async () => {
  await db.updateTable('signing.signing').set({ certified_at: null }).where('id', '=', signingId).execute()
  await db
    .deleteFrom('documents.file')
    .where('document_id', '=', documentId)
    .where('kind', '=', 'completion-certificate')
    .execute()
  await resumeSignings.now(db, {})
  expect(await fileRows()).toEqual([])
  const ended_at = ago(2 * MINUTE)
  await db.updateTable('signing.signing').set({ ended_at }).where('id', '=', signingId).execute()
  await resumeSignings.now(db, {})
  await resumeSignings.now(db, {})
  expect(await workWaitingJobs(db)).toBe(1)
  expect(await fileRows()).toHaveLength(1)
  await db.updateTable('signing.signing').set({ certified_at: null }).where('id', '=', signingId).execute()
  await Promise.all([makeCertificate(db, signingId), makeCertificate(db, signingId)])
  expect(await fileRows()).toHaveLength(1)
})

test('the certificate names the document, each signatory with the way and time of signing, and the log with its hashes', async () => {
  const bytes = await pdfFrom(cast.lin.client, `/mgmt/${documentId}/certificate.pdf?locale=en_US`)
  const text = (await pdfText(bytes)).replaceAll(/\s+/g, '')
  const revisions = await db
    .selectFrom('signing.revision')
    .select('sha256')
    .where('signing_id', '=', signingId)
    .orderBy('number')
    .execute()
  const actions = await listActions(db, documentId)
  const from = actions.findIndex(({ action }) => action === 'start-signing')
  const logged = actions.slice(from)
  const serials = logged.flatMap(({ details }) => details.serial ?? [])
  expect(serials).toHaveLength(2)
  for (const words of [
    '签署存证报告 Certificate of Completion',
    '文件编号',
    documentId,
    cast.lin.viewer.name,
    revisions[0]!.sha256,
    revisions[1]!.sha256,
    revisions.at(-1)!.sha256,
    ...SIGNATORIES.flatMap(({ name, email }) => [name, email]),
    'A · 莲花贸易（上海）有限公司 · Lotus Trading (Shanghai) Co., Ltd.',
    'Lotus Trading, as an institution that has authorised the platform',
    '一次性验证码',
    'a one-time code sent to chen@lotus.example',
    '键入姓名 / typed name',
    'Chrome 142, Windows',
    ...serials.map(String),
    '以电子方式签署',
    '并非由电子认证服务机构出具',
    'It was not issued by a certification authority',
    ...logged.flatMap(({ hash, at }) => [hash, at.toISOString()]),
  ])
    expect(text).toContain(words.replaceAll(/\s+/g, ''))
  // Only the sender may know how the document was drafted.
  for (const { hash } of actions.slice(0, from)) expect(text).not.toContain(hash)
})

test('the certificate is sealed like the signed file, as independent programs and our own check confirm', async () => {
  const bytes = await pdfFrom(cast.lin.client, `/mgmt/${documentId}/certificate.pdf`)
  const answer = await verifyFile(newClient(db), bytes)
  expect(verdictIn(await answer.text())).toBe('Unchanged since signing')
  const file = join(mkdtempSync(join(tmpdir(), 'qishu-cert-')), 'certificate.pdf')
  writeFileSync(file, bytes)
  const output = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
  expect(output).toContain('Signature is Valid')
  expect(output).toContain('Total document signed')
  expect(output).toContain('Qishu Closing Seal')
  execFileSync('qpdf', ['--check', file])
})

test('the certificate mentions time-stamps only if the signatures contain them, whatever the current configuration', async () => {
  const clock = await startClock()
  const clockWords = async (during: string | undefined, afterwards: string | undefined) => {
    config.TIMESTAMP_URL = during
    const { documentId: id } = await signingDocument(db, cast.lin.viewer)
    await signAsDemo(db, id, SIGNATORIES.length - 1)
    const { id: last, signing_id } = await db
      .selectFrom('signing.signatory')
      .select(['id', 'signing_id'])
      .where('state', '=', 'invited')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await sign(db, await turnOf(db, last), { kind: 'typed', text: SIGNATORIES[1]!.name })
    await writeSignatureJob.now(db, { signatoryId: last })
    await closeSigningJob.now(db, { signingId: signing_id })
    config.TIMESTAMP_URL = afterwards
    await certificateJob.now(db, { signingId: signing_id })
    const text = await pdfText(await pdfFrom(cast.lin.client, `/mgmt/${id}/certificate.pdf`))
    return [/each signature also has a time-stamp/.test(text), /no independent time-stamp/.test(text)]
  }
  try {
    expect(await clockWords(clock.url, undefined)).toEqual([true, false])
    expect(await clockWords(undefined, clock.url)).toEqual([false, true])
  } finally {
    config.TIMESTAMP_URL = undefined
    clock.close()
  }
})

test('the certificate is shown to each signatory on their own page, and to no one else', async () => {
  for (const n of [0, 1]) {
    const page = await (await clients[n]!.get(ownPath(n, 'signed?locale=en_US'))).text()
    expect(page).toContain(`href="${ownPath(n, 'certificate.pdf')}"`)
    const answer = await clients[n]!.get(ownPath(n, 'certificate.pdf?locale=en_US'))
    expect(answer.headers.get('content-disposition')).toContain('(certificate of completion).pdf')
  }
  const led = await clients[0]!.get(ownPath(1, 'certificate.pdf'))
  expect(led.headers.get('location')).toBe(ownPath(1, 'again'))
  expect((await cast.hannah.client.get(`/mgmt/${documentId}/certificate.pdf`)).status).toBe(404)
  for (const path of ['signing', 'view-doc', 'my-docs'].map((one) =>
    one === 'my-docs' ? '/mgmt/my-docs' : `/mgmt/${documentId}/${one}`,
  ))
    expect(await (await cast.lin.client.get(path)).text()).toContain(`/mgmt/${documentId}/certificate.pdf`)
  const mail = await lastMailTo(db, SIGNATORIES[1]!.email)
  expect(mail.text).toContain('certificate of completion')
})

test.each([
  [AGENT['user-agent'], 'Chrome 142, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18, iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
    'WeChat 8, Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge 142, macOS',
  ],
  ['curl/8.5', 'curl/8.5'],
])('the browser %s is shown as %s', (agent, name) => expect(agentName(agent)).toBe(name))
