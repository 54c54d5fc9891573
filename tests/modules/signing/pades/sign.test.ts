import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDF, type PdfDict, type PdfString } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import type { Typeset } from '#modules/printing/typeset/typeset.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { signPades } from '#modules/signing/providers/builtin/pades/sign.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let file: Typeset

beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  file = await kit.unsignedFile()
})

const SEAL = { fieldName: 'Closing seal', name: 'Qishu' }

test('two people and the closing seal sign in turn: pdfsig, OpenSSL and qpdf report nothing', async () => {
  const [left, right] = kit.signPlaces(file)
  let bytes = await kit.signAs(authority, file.bytes, { name: '林静', place: left, signature: kit.STROKES })
  bytes = await kit.signAs(authority, bytes, { name: '周明', place: right })
  bytes = await kit.signAs(authority, bytes, { name: 'Qishu Closing Seal' }, SEAL)
  expect(await kit.pdfsig(bytes)).toEqual([
    { field: 'Signature of 林静', signer: '林静', valid: true, total: false },
    { field: 'Signature of 周明', signer: '周明', valid: true, total: false },
    { field: 'Closing seal', signer: 'Qishu Closing Seal', valid: true, total: true },
  ])
  for (const index of [0, 1, 2])
    expect(await kit.opensslComplaints(bytes, index, authority.certificate)).toBe('')
  const stranger = await kit.temporaryAuthority()
  expect(await kit.opensslComplaints(bytes, 0, stranger.certificate)).toContain('verify error')
  expect(await qpdfComplaints(bytes)).toBe('')
})

test('a signature is appended to the file, whose earlier bytes stay the same', async () => {
  const once = await kit.signAs(authority, file.bytes, { name: '林静', place: kit.signPlaces(file)[0] })
  const twice = await kit.signAs(authority, once, { name: '周明' })
  expect(Buffer.compare(once.subarray(0, file.bytes.length), file.bytes)).toBe(0)
  expect(Buffer.compare(twice.subarray(0, once.length), once)).toBe(0)
  expect(twice.length - once.length).toBeLessThan(8_000)
})

test('a signature states the time of signing, not of writing, and the signatory with their address', async () => {
  const at = new Date('2026-03-08T06:02:41Z')
  const bytes = await kit.signAs(authority, file.bytes, { name: '林静', email: 'lin@lotus.example', at })
  const [report] = await verifyPades(bytes, [authority.certificate])
  expect(report).toMatchObject({
    fieldName: 'Signature of 林静',
    signer: '林静',
    email: 'lin@lotus.example',
    claimedAt: at,
    timestampedAt: null,
    problems: [],
    trusted: true,
    coversWholeDocument: true,
    changedAfterwards: false,
  })
})

test('only the file states the time, as PAdES requires: the CMS has no signing-time', async () => {
  const bytes = await kit.signAs(authority, file.bytes, { name: '林静' })
  const text = Buffer.from(bytes).toString('latin1')
  const oid = (last: string) => `06092a864886f70d0109${last}`
  expect(text).toContain(oid('04'))
  expect(text).not.toContain(oid('05'))
  expect(text).toContain('/SubFilter /ETSI.CAdES.detached')
})

test('each signature locks its own field, and the closing seal the whole document', async () => {
  const once = await kit.signAs(authority, file.bytes, { name: '林静' })
  const pdf = await PDF.load(await kit.seal(authority, once))
  const resolve = pdf.getObject.bind(pdf)
  const declared = pdf
    .getForm()!
    .getFields()
    .map((field) => {
      const lock = field.getDict().getDict('Lock', resolve)!
      const [reference] = field.getDict().getDict('V', resolve)!.getArray('Reference')!.toArray() as PdfDict[]
      const params = reference!.getDict('TransformParams')!
      const [name] = (lock.getArray('Fields')?.toArray() ?? []) as PdfString[]
      const actions = [lock, params].map((one) => one.getName('Action')!.value)
      const method = reference!.getName('TransformMethod')!.value
      return [method, ...actions, name?.asString(), lock.getNumber('P')?.value]
    })
  expect(declared).toEqual([
    ['FieldMDP', 'Include', 'Include', 'Signature of 林静', undefined],
    ['FieldMDP', 'All', 'All', undefined, 1],
  ])
})

test('the seal contains the certificates of all and the revocation lists, readable by OpenSSL', async () => {
  let bytes = await kit.signAs(authority, file.bytes, { name: '/Contents <00> 5 0 obj' })
  bytes = await kit.seal(authority, await kit.signAs(authority, bytes, { name: '周明' }))
  const store = await kit.storeOf(bytes)
  const subjects = store.certificates.map((der) => new X509Certificate(der).subject)
  expect(subjects).toEqual([
    'CN=/Contents \\<00\\> 5 0 obj',
    'CN=Lotus Root',
    'CN=周明',
    'CN=Qishu Closing Seal',
  ])
  expect(store.crls.length).toBe(1)
  const people = store.certificates.filter((_, index) => index !== 1)
  expect(await kit.opensslRevocations({ ...store, certificates: people }, authority.certificate)).toBe(
    'OK\nOK\nOK',
  )
  const output = await kit.inFolder(async (folder) => {
    await writeFile(join(folder, 'root.pem'), kit.pemOf(authority.certificate))
    await writeFile(join(folder, 'list.crl'), store.crls[0]!)
    const how = ['-inform', 'der', '-in', join(folder, 'list.crl'), '-CAfile', join(folder, 'root.pem')]
    return kit.runTool(
      'openssl',
      'crl',
      ...how,
      '-noout',
      '-issuer',
      '-lastupdate',
      '-nextupdate',
      '-crlnumber',
    )
  })
  expect(output).toContain('issuer=CN = Lotus Root')
  const [, until] = /nextUpdate=(.*)/.exec(output)!
  expect((Date.parse(until!) - Date.now()) / 86_400_000).toBeGreaterThan(8 * 365)
  const reports = await verifyPades(bytes, [authority.certificate])
  expect(verdictOn(reports)).toBe('sealed')
  expect(await kit.pdfsig(bytes)).toMatchObject([
    { valid: true },
    { valid: true },
    { valid: true, total: true },
  ])
  expect(await qpdfComplaints(bytes)).toBe('')
})

test('names that look like parts of a PDF do no harm', async () => {
  for (const name of ['/Contents <00>', ')>> endobj', '/ByteRange [0 1 2 3]', '(', '𠮷野 ☺']) {
    const more = { fieldName: 'Signature 1', reason: name }
    const bytes = await kit.signAs(authority, file.bytes, { name, place: kit.signPlaces(file)[0] }, more)
    const [report, ...others] = await verifyPades(bytes, [authority.certificate])
    expect(others).toEqual([])
    expect(report).toMatchObject({ signer: name, problems: [], trusted: true })
    expect(await qpdfComplaints(bytes)).toBe('')
  }
})

test('a key that does not match the certificate is rejected', async () => {
  const lin = { name: '林静' }
  const zhou = { name: '周明' }
  const signer = await kit.identityOf(authority, lin)
  const wrong = { ...signer, key: (await kit.identityOf(authority, zhou)).key }
  await expect(kit.signAs(authority, file.bytes, lin, { signer: wrong })).rejects.toThrow('signature')
  await expect(kit.signAs(authority, file.bytes, lin, { signer })).resolves.toBeDefined()
})

test('a certificate that was not valid at the time of signing is rejected', async () => {
  const signer = await kit.identityOf(authority, { name: '林静' })
  const at = new Date(Date.now() + 11 * 365 * 86_400_000)
  await expect(kit.signAs(authority, file.bytes, { name: '林静', at }, { signer })).rejects.toThrow(
    'not valid',
  )
})

test('a field cannot be signed twice', async () => {
  const bytes = await kit.signAs(authority, file.bytes, { name: '林静' })
  await expect(kit.signAs(authority, bytes, { name: '林静' })).rejects.toThrow('there already')
})

test('signing on a page that does not exist is rejected', async () => {
  const place = { ...kit.signPlaces(file)[0]!, page: 400 }
  await expect(kit.signAs(authority, file.bytes, { name: '林静', place })).rejects.toThrow('page 400')
})

test('signing after an invalid signature is rejected', async () => {
  const bytes = await kit.signAs(authority, file.bytes, { name: '林静' })
  const title = Buffer.from(bytes).indexOf('/Producer')
  bytes[title + 12]! ^= 1
  await expect(kit.signAs(authority, bytes, { name: '周明' })).rejects.toThrow('Signature of 林静')
})

test('an encrypted file and a truncated one are rejected, although a lenient reader opens both', async () => {
  const signer = await kit.identityOf(authority, { name: '林静' })
  const signing = { fieldName: 'Signature 1', name: '林静', reason: '', signedAt: new Date(), signer }
  const encrypted = await kit.inFolder(async (folder) => {
    const plain = join(folder, 'plain.pdf')
    const locked = join(folder, 'locked.pdf')
    await writeFile(plain, file.bytes)
    await kit.runTool('qpdf', '--encrypt', '', 'owner', '256', '--', plain, locked)
    return new Uint8Array(await readFile(locked))
  })
  const cut = file.bytes.slice(0, -300)
  for (const bytes of [encrypted, cut]) expect((await PDF.load(bytes)).getPageCount()).toBe(file.pages)
  await expect(signPades(encrypted, signing)).rejects.toThrow('encrypted')
  await expect(signPades(cut, signing)).rejects.toThrow()
})

test('ten people sign one after another', async () => {
  let bytes = file.bytes
  const names = [...'甲乙丙丁戊己庚辛壬癸']
  for (const name of names)
    bytes = await kit.signAs(authority, bytes, { name, place: kit.signPlaces(file)[0] })
  bytes = await kit.seal(authority, bytes)
  const signers = [...names, 'Qishu Closing Seal']
  const opinions = await kit.pdfsig(bytes)
  expect(opinions.map(({ signer, valid }) => (valid ? signer : 'invalid'))).toEqual(signers)
  expect(opinions.map(({ total }) => total)).toEqual(signers.map((_, index) => index === 10))
  const reports = await verifyPades(bytes, [authority.certificate])
  expect(verdictOn(reports)).toBe('sealed')
  const { certificates } = await kit.storeOf(bytes)
  expect(certificates.length).toBe(12)
  expect(await qpdfComplaints(bytes)).toBe('')
})
