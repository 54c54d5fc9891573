import { X509Certificate } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  certificatesInFile,
  describeAuthorities,
  revokeCertificate,
  revokeIntermediate,
  rotateKeys,
} from '#modules/signing/index.ts'
import {
  knownIdentities,
  openAuthority,
  rootCertificate,
} from '#modules/signing/providers/builtin/authority/authority.ts'
import { issuerOf } from '#modules/signing/providers/builtin/authority/issuer.ts'
import { store } from '#modules/signing/providers/builtin/authority/making.ts'
import { P256 } from '#modules/signing/providers/builtin/pades/engine.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { makeRoot } from '#modules/signing/providers/builtin/pades/x509.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import * as kit from './signing-kit.ts'

const { secretKey } = config
let unsigned: Uint8Array

beforeAll(async () => {
  unsigned = (await kit.unsignedFile()).bytes
})

afterEach(() => {
  config.secretKey = secretKey
})

async function sealedNow(db: Db): Promise<Uint8Array> {
  const authority = await openAuthority(db)
  return kit.seal(authority, await kit.signAs(authority, unsigned, { name: '林静' }))
}

const verdictNow = async (db: Db, bytes: Uint8Array) =>
  verdictOn(await verifyPades(bytes, await knownIdentities(db)))

const issuers = async (db: Db) => {
  const all = await describeAuthorities(db)
  return all.map(({ kind, name, retiredAt }) => [kind, name, retiredAt !== null])
}

// The tests depend on each other, in order.
describe('keys rotate, and earlier signatures still verify', { shuffle: false }, () => {
  let db: Db
  const files: Uint8Array[] = []
  beforeAll(async () => {
    db = await testDatabase()
    await addEarlierRoot(db)
  })

  /**
   * Adds a root certificate as earlier versions created it: it allows no intermediate, and issues end-entity
   * certificates directly.
   */
  async function addEarlierRoot(db: Db) {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
    const from = new Date(Date.now() - 86_400_000)
    const until = new Date(Date.now() + 20 * 365 * 86_400_000)
    const der = await makeRoot({ name: 'Qishu Root CA', publicKey, from, until }, privateKey)
    await store(db, { kind: 'root', issuer_id: null }, der, privateKey)
  }

  test('the root of an earlier version continues to issue certificates directly', async () => {
    files.push(await sealedNow(db))
    expect(await issuers(db)).toEqual([['root', 'Qishu Root CA', false]])
    expect((await newClient(db).get('/authority.crl')).status).toBe(200)
  })

  test('the first rotation creates a new root and an intermediate, the second replaces only the intermediate', async () => {
    expect(await rotateKeys(db, { root: false })).toEqual({ root: true })
    files.push(await sealedNow(db))
    const root = await rootCertificate(db)
    expect(await rotateKeys(db, { root: false })).toEqual({ root: false })
    files.push(await sealedNow(db))
    expect(Buffer.compare(await rootCertificate(db), root)).toBe(0)
    expect(await rotateKeys(db, { root: true })).toEqual({ root: true })
    files.push(await sealedNow(db))
    expect(await issuers(db)).toEqual([
      ['root', 'Qishu Root CA', true],
      ['root', 'Qishu Root CA 2', true],
      ['intermediate', 'Qishu Signing CA', true],
      ['intermediate', 'Qishu Signing CA 2', true],
      ['root', 'Qishu Root CA 3', false],
      ['intermediate', 'Qishu Signing CA 3', false],
    ])
    expect(await Promise.all(files.map((bytes) => verdictNow(db, bytes)))).toEqual(Array(4).fill('sealed'))
    for (const bytes of files)
      expect(await kit.pdfsig(bytes)).toMatchObject([{ valid: true }, { valid: true }])
  })

  test('a file signed before and after a rotation verifies, with the revocation lists of both intermediates', async () => {
    const once = await kit.signAs(await openAuthority(db), unsigned, { name: '林静' })
    await rotateKeys(db, { root: false })
    const closed = await kit.seal(await openAuthority(db), once)
    expect(await verdictNow(db, closed)).toBe('sealed')
    // The lists of the root and both intermediates.
    expect((await kit.storeOf(closed)).crls.length).toBe(3)
  })

  test('with a lost key a rotation creates a new root, and earlier files still verify', async () => {
    config.secretKey = 'another-secret-of-at-least-32-characters'
    await expect(openAuthority(db.withoutPlugins())).rejects.toThrow(/SECRET_KEY/)
    expect(await rotateKeys(db, { root: false })).toEqual({ root: true })
    const process = db.withoutPlugins()
    files.push(await sealedNow(process))
    expect(await Promise.all(files.map((bytes) => verdictNow(process, bytes)))).toEqual(
      Array(5).fill('sealed'),
    )
  })

  test('concurrent rotations end with one root and one intermediate in use', async () => {
    await Promise.allSettled(Array.from({ length: 4 }, () => rotateKeys(db, { root: false })))
    const inUse = (await describeAuthorities(db)).filter(({ retiredAt }) => !retiredAt)
    expect(inUse.map(({ kind }) => kind)).toEqual(['root', 'intermediate'])
  })
})

describe('revocation', () => {
  test('a revoked certificate is immediately in its issuer’s list, in every process', async () => {
    const db = await testDatabase()
    const bytes = await sealedNow(db)
    const { id, certificate: issuer } = issuerOf(await openAuthority(db))
    const root = await rootCertificate(db)
    const other = newClient(db.withoutPlugins())
    const list = async () => new Uint8Array(await (await other.get(`/authorities/${id}.crl`)).arrayBuffer())
    const [signatory] = await certificatesInFile(Buffer.from(bytes))
    const certificates = [signatory!.certificate]
    expect(signatory!.signer).toBe('林静')
    const verdict = async () => kit.opensslRevocations({ certificates, crls: [await list()] }, root, issuer)
    expect(await verdict()).toBe('OK')
    await revokeCertificate(db, signatory!.certificate, new Date())
    await expect(verdict()).rejects.toThrow('certificate revoked')
    const earlier = new Date(Date.now() - 3_600_000)
    await revokeCertificate(db, signatory!.certificate, earlier)
    await revokeCertificate(db, signatory!.certificate, new Date())
    const rows = await db.selectFrom('signing.revocation').select(['serial', 'revoked_at']).execute()
    const serial = new X509Certificate(signatory!.certificate).serialNumber
    expect(rows).toEqual([{ serial, revoked_at: earlier }])
    const stranger = await kit.identityOf(await kit.temporaryAuthority(), { name: '林静' })
    await expect(revokeCertificate(db, stranger.certificate, new Date())).rejects.toThrow(
      'No authority of ours',
    )
  })

  test('revoking an intermediate creates a new one first, and the list of the root names the old one', async () => {
    const db = await testDatabase()
    const before = issuerOf(await openAuthority(db))
    await revokeIntermediate(db, before.id, new Date())
    const after = issuerOf(await openAuthority(db))
    expect(after.id).not.toBe(before.id)
    const [root] = after.issuers
    const crl = await (await newClient(db).get(`/authorities/${root!.id}.crl`)).arrayBuffer()
    const check = (certificate: Uint8Array) =>
      kit.opensslRevocations({ certificates: [certificate], crls: [new Uint8Array(crl)] }, root!.certificate)
    expect(await check(after.certificate)).toBe('OK')
    await expect(check(before.certificate)).rejects.toThrow('certificate revoked')
    await expect(revokeIntermediate(db, root!.id, new Date())).rejects.toThrow('no intermediate')
  })
})
