import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import type { LeafProof, ProofFile } from '#modules/signing/transparency/proof-file.ts'
import type { BundleReport } from '#modules/signing/verification/offline/check-bundle.ts'
import { filesInZip } from '#modules/signing/verification/offline/read-files.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { caseCount } from '#tests/support/runs.ts'
import { verdictIn, verifyFile } from '../verification/verify-kit.ts'
import { builtVerifier, type Files, pageVerifier, scriptVerifier, type Verifier } from './verifier-kit.ts'

/** The compile cache of the tests would add files to the folder. */
const PLAIN = { ...process.env, NODE_COMPILE_CACHE: undefined }

let db: Db
let cast: Cast
let documentId: string
let signatory: { id: string; client: Client }
let bundleFiles: Files
let folder: string
let script: Verifier
let page: Awaited<ReturnType<typeof pageVerifier>>

beforeAll(async () => {
  config.demoTimestamps = true
  await builtVerifier()
  db = await testDatabase()
  cast = await openCast(db)
  documentId = (await signingDocument(db, cast.lin.viewer)).documentId
  const { links } = await lastMailTo(db, SIGNATORIES[0]!.email)
  const client = await enterByLink(db, new URL(links[0]!).pathname, SIGNATORIES[0]!.email)
  const { id } = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('email', '=', SIGNATORIES[0]!.email)
    .executeTakeFirstOrThrow()
  signatory = { id, client }
  expect((await cast.lin.client.get(`/mgmt/${documentId}/evidence.zip`)).status).toBe(409)
  expect((await client.get(`/signing/${id}/evidence.zip`)).status).toBe(303)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  bundleFiles = await bundleAt(cast.lin.client, `/mgmt/${documentId}/evidence.zip`)
  folder = extracted(bundleFiles)
  script = await scriptVerifier()
  page = await pageVerifier()
})

afterAll(() => {
  config.demoTimestamps = false
  return page?.stop()
})

async function bundleAt(client: Client, path: string): Promise<Files> {
  const answer = await client.get(path)
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/zip'])
  return filesInZip(new Uint8Array(await answer.arrayBuffer()))
}

function extracted(files: Files): string {
  const target = mkdtempSync(join(tmpdir(), 'qishu-bundle-'))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), bytes)
  }
  return target
}

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: PLAIN })

const spaceForZero = (digits: string) => `${digits.slice(0, -1)} `

const verifyTwice = async (files: Files): Promise<[BundleReport, BundleReport]> => {
  const at = now()
  return Promise.all([script(files, at), page.verify(files, at)])
}

test('a bundle has every file, and both verifiers accept it', async () => {
  expect([...bundleFiles.keys()].sort()).toEqual(
    [
      'README.txt',
      'action-log.json',
      'certificate-of-completion.pdf',
      'certificates.pem',
      'check-log.mjs',
      'manifest.json',
      'manifest.json.p7s',
      'revocation/1.crl',
      'revocation/2.crl',
      'signed.pdf',
      ...[1, 2, 3, 4, 5, 6].map((n) => `time-stamps/${n}.tst`),
      'transparency-log/checkpoint',
      'transparency-log/checkpoint.tst',
      'transparency-log/key',
      'transparency-log/proofs.json',
      'trust/authorities.pem',
      'trust/time-stamp-servers.pem',
      'verify.html',
      'verify.mjs',
    ].sort(),
  )
  const [one, other] = await verifyTwice(bundleFiles)
  expect(other).toEqual(JSON.parse(JSON.stringify(one)))
  expect([one.verdict, one.manifest.problem, one.log.problem, one.proofs.problem]).toEqual([
    'sound',
    null,
    null,
    null,
  ])
  expect([one.proofs.origin, one.proofs.clockKnown]).toEqual(['localhost:3000/log', true])
  expect(one.files.every(({ state }) => state === 'same')).toBe(true)
  expect(one.documents.map(({ finding }) => typeof finding === 'object' && finding.outcome)).toEqual([
    'sealed',
    'sealed',
  ])
  expect(one.authorities.filter(({ isRoot }) => isRoot).map(({ name }) => name)).toEqual(['Qishu Root CA'])
})

test('the page /verify gives the same verdict on both PDFs', async () => {
  for (const name of ['signed.pdf', 'certificate-of-completion.pdf']) {
    const answer = await verifyFile(newClient(db), bundleFiles.get(name)!)
    expect(verdictIn(await answer.text())).toBe('Unchanged since signing')
  }
})

test('/verify publishes the fingerprint of the root, and names the public log', async () => {
  const html = await (await newClient(db).get('/verify?locale=en_US')).text()
  const { authorities } = await script(bundleFiles, now())
  const { fingerprint } = authorities.find(({ isRoot }) => isRoot)!
  expect(html).toContain(fingerprint.toUpperCase().match(/../g)!.join(':'))
  expect(html).toContain('href="/log/checkpoint"')
})

test('the script in the extracted folder reports the same in words, and other programs agree', () => {
  const answer = run('verify.mjs', '--lang=en')
  expect([answer.status, answer.stderr]).toEqual([0, ''])
  expect(answer.stdout).toContain('The bundle is valid')
  for (const { name, email } of SIGNATORIES) expect(answer.stdout).toContain(`${name} <${email}>`)
  expect(run('verify.mjs', '--lang=zh-TW').stdout).toContain('證據包完好，簽署有效')
  expect(run('check-log.mjs', 'action-log.json').stdout).toMatch(/^whole: \d+ rows/)
  const cms = '-verify -binary -inform DER -in manifest.json.p7s -content manifest.json'.split(' ')
  const trust = '-CAfile trust/authorities.pem -purpose any -out /dev/null'.split(' ')
  execFileSync('openssl', ['cms', ...cms, ...trust], { cwd: folder, stdio: 'pipe' })
  for (const list of ['1', '2'])
    execFileSync('openssl', ['crl', '-inform', 'DER', '-in', `revocation/${list}.crl`, '-noout'], {
      cwd: folder,
    })
})

test('a signatory gets the log from the sending of the document onwards', async () => {
  const files = await bundleAt(signatory.client, `/signing/${signatory.id}/evidence.zip`)
  const log = JSON.parse(new TextDecoder().decode(files.get('action-log.json')))
  expect([log.version, log.actions[0].action]).toEqual([2, 'start-signing'])
  const [one, other] = await verifyTwice(files)
  expect([one.verdict, other.verdict]).toEqual(['sound', 'sound'])
  const target = extracted(files)
  const checked = spawnSync(process.execPath, ['check-log.mjs', 'action-log.json'], {
    cwd: target,
    encoding: 'utf8',
  })
  expect(checked.stdout).toMatch(/^whole from row \d+: /)
})

test('no one else gets the bundle', async () => {
  const path = `/mgmt/${documentId}/evidence.zip`
  expect((await newClient(db).get(path)).status).toBe(303)
  expect((await cast.hannah.client.get(path)).status).toBe(404)
  const led = await newClient(db).get(`/signing/${signatory.id}/evidence.zip`)
  expect([led.status, led.headers.get('location')]).toEqual([303, `/signing/${signatory.id}/again`])
})

test('the pages that offer the certificate offer the bundle', async () => {
  for (const path of ['/mgmt/my-docs', `/mgmt/${documentId}/signing`, `/mgmt/${documentId}/view-doc`])
    expect(await (await cast.lin.client.get(path)).text()).toContain(
      `href="/mgmt/${documentId}/evidence.zip"`,
    )
  const own = await (await signatory.client.get(`/signing/${signatory.id}/signed`)).text()
  expect(own).toContain(`href="/signing/${signatory.id}/evidence.zip"`)
})

const CHANGES = caseCount(12, 10_000)

test(`both verifiers find all of ${CHANGES} changed bytes, with the same findings`, async () => {
  const names = [...bundleFiles.keys()]
  for (let n = 0; n < CHANGES; n++) {
    const name = names[n % names.length]!
    const bytes = new Uint8Array(bundleFiles.get(name)!)
    const at = Math.floor(Math.random() * bytes.length)
    bytes[at]! ^= 1 + Math.floor(Math.random() * 255)
    const [one, other] = await verifyTwice(new Map(bundleFiles).set(name, bytes))
    const where = `${name} at ${at}: ${bytes[at]}`
    expect([where, one.verdict]).toEqual([where, 'altered'])
    expect([where, other]).toEqual([where, JSON.parse(JSON.stringify(one))])
  }
})

test.each<[string, (leaf: LeafProof) => void]>([
  ['a hash with a space for a zero', (leaf) => (leaf.sha256 = leaf.sha256.replace(/^(..)*?0/, spaceForZero))],
  ['a salt in capitals', (leaf) => (leaf.salt = leaf.salt.toUpperCase())],
  ['a salt with another character', (leaf) => (leaf.salt = `${leaf.salt}g`)],
  ['a hash of the proof without padding', (leaf) => (leaf.proof[0] = leaf.proof[0]!.replace('=', ''))],
  ['a hash of the proof with a line end', (leaf) => (leaf.proof[0] = `${leaf.proof[0]}\n`)],
])('both verifiers reject %s', async (_, change) => {
  const name = 'transparency-log/proofs.json'
  const proofs = JSON.parse(new TextDecoder().decode(bundleFiles.get(name))) as ProofFile
  for (const leaf of proofs.leaves) change(leaf)
  const [one, other] = await verifyTwice(
    new Map(bundleFiles).set(name, new TextEncoder().encode(JSON.stringify(proofs))),
  )
  expect([one.verdict, one.proofs.problem]).toEqual(['altered', 'proof'])
  expect(other).toEqual(JSON.parse(JSON.stringify(one)))
})

test('neither verifier accepts a damaged certificate among the trusted ones', async () => {
  const name = 'trust/authorities.pem'
  const { length } = bundleFiles.get(name)!
  for (let at = 40; at < length; at += Math.ceil(length / 12)) {
    const bytes = new Uint8Array(bundleFiles.get(name)!)
    bytes[at] = bytes[at] === 65 ? 66 : 65
    const [one, other] = await verifyTwice(new Map(bundleFiles).set(name, bytes))
    expect([at, one.verdict, one.authorities]).toEqual([at, 'altered', []])
    expect([at, other]).toEqual([at, JSON.parse(JSON.stringify(one))])
  }
})

test('missing and additional files are found, and a file that is no bundle is refused', async () => {
  for (const name of bundleFiles.keys()) {
    const files = new Map(bundleFiles)
    files.delete(name)
    expect([name, (await script(files, now())).verdict]).toEqual([name, 'altered'])
  }
  const [one, other] = await verifyTwice(new Map())
  expect([one.verdict, other.verdict]).toEqual(['altered', 'altered'])
  const [more] = await verifyTwice(new Map(bundleFiles).set('another.txt', new Uint8Array([1])))
  expect(more.files.find(({ name }) => name === 'another.txt')?.state).toBe('unlisted')
  expect(run('verify.mjs', mkdtempSync(join(tmpdir(), 'qishu-empty-'))).status).toBe(2)
  expect(run('verify.mjs', 'README.txt').status).toBe(2)
  expect(() => unzipSync(new Uint8Array([1, 2, 3]))).toThrow()
})
