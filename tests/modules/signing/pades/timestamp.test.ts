import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Typeset } from '#modules/printing/typeset/typeset.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { sealFile } from '#modules/signing/providers/builtin/closing-seal.ts'
import { archivePades } from '#modules/signing/providers/builtin/pades/archive/archive.ts'
import { readCms, withoutPadding } from '#modules/signing/providers/builtin/pades/cms.ts'
import { MAX_TOKEN_BYTES, stampFrom } from '#modules/signing/providers/builtin/pades/sign.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'
import { sampled } from '#tests/support/runs.ts'
import { type Clock, startClock } from './clock.ts'
import { CHANGES } from './later-changes.ts'
import { addTimestampField, saveSigned } from './libpdf-writer.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let file: Typeset
let bytes: Uint8Array
let clock: Clock
let root: Uint8Array

beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  file = await kit.unsignedFile()
  bytes = file.bytes
  clock = await startClock()
  root = clock.root
})

afterAll(() => clock.close())

const url = () => clock.url

function tokenVerdict(signed: Uint8Array): Promise<string> {
  const [[, start = 0, next = 0] = []] = kit.rangesOf(signed)
  const cms = readCms(
    Buffer.from(Buffer.from(signed.subarray(start + 1, next - 1)).toString('latin1'), 'hex'),
  )
  return kit.inFolder(async (folder) => {
    const path = (name: string) => join(folder, name)
    await writeFile(path('token'), cms.token!)
    await writeFile(path('signature'), cms.info.signature.valueBlock.valueHexView)
    await writeFile(path('root.pem'), kit.pemOf(root))
    const files = ['-in', path('token'), '-data', path('signature'), '-CAfile', path('root.pem')]
    return kit.runTool('openssl', 'ts', '-verify', '-token_in', ...files)
  })
}

test('with a timestamp server the signature contains its time, by an independent clock', async () => {
  const at = new Date(Date.now() - 90_000)
  const signed = await kit.signAs(authority, bytes, { name: '林静', at }, { stamp: stampFrom(url()) })
  const [report] = await verifyPades(signed, [authority.certificate], [root])
  expect(report).toMatchObject({ problems: [], trusted: true, coversWholeDocument: true })
  expect(Math.abs(report!.timestampedAt!.getTime() - Date.now())).toBeLessThan(30_000)
  expect(report!.claimedAt!.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000)
  expect(await kit.pdfsig(signed)).toMatchObject([{ valid: true, total: true }])
  expect(await kit.opensslComplaints(signed, 0, authority.certificate)).toBe('')
  expect(await tokenVerdict(signed)).toContain('Verification: OK')
})

test('a timestamp from an unknown server makes a signature valid but not trusted', async () => {
  const signed = await kit.signAs(authority, bytes, { name: '林静' }, { stamp: stampFrom(url()) })
  const [report] = await verifyPades(signed, [authority.certificate])
  expect(report).toMatchObject({ problems: [], trusted: false })
})

test('a timestamp for other bytes is rejected', async () => {
  clock.tamper = (request) => {
    const digest = request.indexOf(Buffer.from([0x04, 0x20]))
    expect(digest).toBeGreaterThan(0)
    request[digest + 9]! ^= 1
    return request
  }
  const signing = kit.signAs(authority, bytes, { name: '林静' }, { stamp: stampFrom(url()) })
  await expect(signing).rejects.toThrow('time-stamp')
  clock.tamper = (request) => request
})

test('without the server no signature is made, because it would have no timestamp', async () => {
  const away = 'http://127.0.0.1:9/'
  await expect(kit.signAs(authority, bytes, { name: '林静' }, { stamp: stampFrom(away) })).rejects.toThrow(
    /TSA/,
  )
})

/** OpenSSL's verdict on the document timestamp, which is the last range of the file. */
function documentStampVerdict(bytes: Uint8Array): Promise<string> {
  const [, start = 0, next = 0, rest = 0] = kit.rangesOf(bytes).at(-1)!
  const padded = Buffer.from(Buffer.from(bytes.subarray(start + 1, next - 1)).toString('latin1'), 'hex')
  return kit.inFolder(async (folder) => {
    const path = (name: string) => join(folder, name)
    await writeFile(path('token'), withoutPadding(padded))
    await writeFile(
      path('data'),
      Buffer.concat([bytes.subarray(0, start), bytes.subarray(next, next + rest)]),
    )
    await writeFile(path('root.pem'), kit.pemOf(root))
    const files = ['-in', path('token'), '-data', path('data'), '-CAfile', path('root.pem')]
    return kit.runTool('openssl', 'ts', '-verify', '-token_in', ...files)
  })
}

test('a file is closed with the lists of both authorities and a timestamp over the whole file', async () => {
  const once = await kit.signAs(authority, bytes, { name: '林静' }, { stamp: stampFrom(url()) })
  const closed = await kit.seal(authority, once, url())
  const reports = await verifyPades(closed, [authority.certificate], [root])
  expect(reports.map(({ signer, trusted, isTimestamp }) => [signer, trusted, isTimestamp])).toEqual([
    ['林静', true, false],
    ['Qishu Closing Seal', true, false],
    ['Clock', true, true],
  ])
  expect(verdictOn(reports)).toBe('sealed')
  expect(reports.map(({ coversWholeDocument }) => coversWholeDocument)).toEqual([false, false, true])
  // A reader who does not know the timestamp server still sees that nothing was changed.
  expect(verdictOn(await verifyPades(closed, [authority.certificate]))).toBe('sealed')
  expect(await documentStampVerdict(closed)).toContain('Verification: OK')
  expect((await kit.pdfsig(closed)).slice(0, 2)).toMatchObject([{ valid: true }, { valid: true }])
  expect(await qpdfComplaints(closed)).toBe('')
  const { certificates, crls } = await kit.storeOf(closed)
  const [clock] = certificates.filter((der) => new X509Certificate(der).subject === 'CN=Clock')
  expect(crls.length).toBe(2)
  expect(await kit.opensslRevocations({ certificates: [clock!], crls }, root)).toBe('OK')
})

test('a clock whose revocation list is unavailable still stamps', async () => {
  const closed = await kit.seal(authority, bytes, url())
  expect((await kit.storeOf(closed)).crls.length).toBe(2)
  clock.away = true
  const without = await kit.seal(authority, bytes, url())
  clock.away = false
  expect((await kit.storeOf(without)).crls.length).toBe(1)
  expect(verdictOn(await verifyPades(without, [authority.certificate]))).toBe('sealed')
})

test('a document timestamp permits no other change in its revision', async () => {
  const [place] = kit.signPlaces(file)
  const closed = await kit.seal(authority, await kit.signAs(authority, bytes, { name: '林静', place }))
  const stamped = await archivePades(closed, { certificates: [root], crls: [] }, stampFrom(url()))
  expect(verdictOn(await verifyPades(stamped, [authority.certificate]))).toBe('sealed')
  for (const [name, change, what, page] of sampled(CHANGES, 4)) {
    const [first] = await verifyPades(await stampBlindly(closed, change), [authority.certificate])
    const expected = expect.objectContaining({ what, ...(page && { page }) })
    expect([name, first!.changes]).toEqual([name, expect.arrayContaining([expected])])
  }
  const [first] = await verifyPades(await stampBlindly(closed, () => {}), [authority.certificate])
  expect(first!.changes).toEqual([])
})

/** Adds a document timestamp after a change in the same revision. */
async function stampBlindly(before: Uint8Array, change: (pdf: PDF) => void) {
  const pdf = await PDF.load(before, { lenient: false })
  change(pdf)
  addTimestampField(pdf, 'Another time-stamp', MAX_TOKEN_BYTES)
  return saveSigned(pdf, before, MAX_TOKEN_BYTES, stampFrom(url()))
}

test('a document timestamp for other bytes is detected and never stored', async () => {
  clock.tamper = (request) => {
    request[request.indexOf(Buffer.from([0x04, 0x20])) + 9]! ^= 1
    return request
  }
  await expect(archivePades(bytes, { certificates: [], crls: [] }, stampFrom(url()))).rejects.toThrow(
    'time-stamp',
  )
  const [report] = await verifyPades(await stampBlindly(bytes, () => {}))
  expect(report).toMatchObject({ isTimestamp: true, problems: ['bytes'] })
  clock.tamper = (request) => request
})

test('a revocation list is fetched for our own signatures, never because of a file’s contents', async () => {
  const signed = await kit.signAs(authority, bytes, { name: '林静' }, { stamp: stampFrom(url()) })
  const closing = { reason: 'Closed document QS-2026-0142', sealedAt: new Date() }
  const before = clock.listFetches
  await sealFile(authority, signed, { ...closing, sentLength: bytes.length })
  expect(clock.listFetches).toBe(before + 1)
  await sealFile(authority, signed, { ...closing, sentLength: signed.length })
  expect(clock.listFetches).toBe(before + 1)
})
