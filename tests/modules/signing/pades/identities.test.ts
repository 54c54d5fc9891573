import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  knownIdentities,
  openAuthority,
  rootCertificate,
} from '#modules/signing/providers/builtin/authority/authority.ts'
import {
  certificatesIn,
  trustedTimestampServers,
} from '#modules/signing/providers/builtin/identities/stored-identities.ts'
import { storeTimestampServer } from '#modules/signing/providers/builtin/identities/timestamp-server.ts'
import { CLOSING_SEAL } from '#modules/signing/providers/builtin/pades/certificate.ts'
import { readP12 } from '#modules/signing/providers/builtin/pades/p12.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { verdictIn, verifyFile } from '../verification/verify-kit.ts'
import { startClock } from './clock.ts'
import { page, stream } from './later-changes.ts'
import { makeP12 } from './operator-p12.ts'
import * as kit from './signing-kit.ts'

const { secretKey } = config
const P256 = ['-pkeyopt', 'ec_paramgen_curve:P-256']
let db: Db
let folder: string
let unsigned: Uint8Array
const filePath = (name: string) => join(folder, name)

beforeAll(async () => {
  db = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'qishu-identities-'))
  await makeP12(folder, 'ec', P256)
  await makeP12(folder, 'ec', P256, { file: 'renewed' })
  await makeP12(folder, 'ec', P256, { file: 'stranger', subject: 'Another Customer' })
  unsigned = (await kit.unsignedFile()).bytes
})
afterEach(() => {
  for (const name of [
    'SIGNING_P12_FILE',
    'SIGNING_P12_PASSWORD',
    'TIMESTAMP_URL',
    'TIMESTAMP_ROOTS_FILE',
  ] as const)
    config[name] = undefined
})
afterAll(() => {
  config.secretKey = secretKey
  return rm(folder, { recursive: true })
})

/** The same database, as a newly started process opens it. */
const anotherProcess = () => db.withoutPlugins()

function useOperator(file: string | null) {
  config.SIGNING_P12_FILE = file ? filePath(`${file}.p12`) : undefined
  config.SIGNING_P12_PASSWORD = file ? 'lotus' : undefined
}

async function sealedNow(): Promise<Uint8Array> {
  const authority = await openAuthority(anotherProcess())
  return kit.seal(authority, await kit.signAs(authority, unsigned, { name: '林静' }))
}

const verdictNow = async (bytes: Uint8Array) =>
  verdictOn(await verifyPades(bytes, await knownIdentities(anotherProcess())))

// The tests depend on each other, in order.
describe('earlier signatures stay ours under every later identity:', { shuffle: false }, () => {
  const files: Uint8Array[] = []

  test('our own authority, an operator, the renewed operator, and a new authority of ours', async () => {
    files.push(await sealedNow())
    const firstRoot = await rootCertificate(anotherProcess())
    useOperator('operator')
    files.push(await sealedNow())
    useOperator('renewed')
    files.push(await sealedNow())
    useOperator(null)
    files.push(await sealedNow())
    // Losing the key: the operator deletes its row as docs/running.md describes, and a new key is created.
    config.secretKey = 'another-secret-of-at-least-32-characters'
    await expect(openAuthority(anotherProcess())).rejects.toThrow(/SECRET_KEY/)
    for (const file of files) expect(await verdictNow(file)).toBe('sealed')
    await db.deleteFrom('signing.authority').execute()
    files.push(await sealedNow())
    expect(Buffer.compare(await rootCertificate(anotherProcess()), firstRoot)).not.toBe(0)
    expect(await Promise.all(files.map(verdictNow))).toEqual(Array(5).fill('sealed'))
    const seals = await Promise.all(files.map(async (bytes) => (await verifyPades(bytes)).at(-1)!.signer))
    expect(seals).toEqual([
      CLOSING_SEAL.name,
      'Lotus Operator',
      'Lotus Operator',
      CLOSING_SEAL.name,
      CLOSING_SEAL.name,
    ])
  })

  test('each signing identity is stored once, with the period in which it was used', async () => {
    const rows = await db
      .selectFrom('signing.identity')
      .select(['kind', 'certificate', 'fingerprint', 'used_from', 'used_until'])
      .orderBy('created_at')
      .execute()
    const current = await db.selectFrom('signing.authority').select('certificate').execute()
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      ...Array(4).fill('authority'),
      'operator',
      'operator',
    ])
    for (const { certificate, fingerprint, used_from, used_until } of rows) {
      expect(fingerprint.length).toBe(32)
      expect(new X509Certificate(certificate).subject).toMatch(
        /Qishu Root CA|Qishu Signing CA|Lotus Operator/,
      )
      expect(used_until === null).toBe(current.some((one) => certificate.equals(one.certificate)))
      if (used_until) expect(used_until.getTime()).toBeGreaterThanOrEqual(used_from.getTime())
    }
  })

  test('/verify also reports each file as unchanged, and a changed file is reported as changed', async () => {
    const client = newClient(db)
    for (const bytes of files) {
      const html = await (await verifyFile(client, bytes)).text()
      expect(verdictIn(html)).toBe('Unchanged since signing')
    }
    const changed = await kit.alter(files[1]!, (pdf) =>
      page(pdf, 1).set('Contents', pdf.register(stream('0 0 m'))),
    )
    expect(await verdictNow(changed)).toBe('changed')
  })

  test('a file signed for all with an operator’s certificate, as in earlier versions, stays valid', async () => {
    const operator = await readP12(filePath('operator.p12'), 'lotus')
    const once = await kit.signBlindly(operator, unsigned, { fieldName: 'Signature 1' })
    const closed = await kit.signBlindly(operator, once, { fieldName: CLOSING_SEAL.fieldName })
    expect(await Promise.all([once, closed].map(verdictNow))).toEqual(['unsealed', 'sealed'])
  })

  test('another customer of the operator’s certificate authority is not recognised as us, whatever the field’s name', async () => {
    useOperator('operator')
    await openAuthority(anotherProcess())
    const stranger = await readP12(filePath('stranger.p12'), 'lotus')
    expect(stranger.chain.length).toBe(1)
    const forged = await kit.signBlindly(stranger, unsigned, { fieldName: CLOSING_SEAL.fieldName })
    const identities = await knownIdentities(anotherProcess())
    const reports = await verifyPades(forged, identities)
    expect(reports).toMatchObject([{ problems: [], ofAuthority: false, closingSeal: false, trusted: false }])
    expect(verdictOn(reports)).toBe('foreign')
    const change = (pdf: Parameters<typeof page>[0]) =>
      page(pdf, 1).set('Contents', pdf.register(stream('0 0 m')))
    const own = await kit.signAs(await openAuthority(anotherProcess()), unsigned, { name: '林静' })
    const behind = await kit.signBlindly(stranger, own, { fieldName: CLOSING_SEAL.fieldName, change })
    expect(verdictOn(await verifyPades(behind, identities))).toBe('changed')
    const root = certificatesIn(await readFile(filePath('root.pem')))
    expect(identities.map((der) => Buffer.from(der).toString('hex'))).not.toContain(
      Buffer.from(root[0]!).toString('hex'),
    )
  })
})

test('trusted clocks are those that we used ourselves and those that the operator names', async () => {
  const clock = await startClock()
  try {
    config.TIMESTAMP_URL = clock.url
    const authority = await openAuthority(anotherProcess())
    const closed = await kit.seal(
      authority,
      await kit.signAs(authority, unsigned, { name: '林静' }),
      clock.url,
    )
    const trustedNow = async () =>
      (await verifyPades(closed, await knownIdentities(db), await trustedTimestampServers(db))).at(-1)!
        .trusted
    expect(await trustedNow()).toBe(false)
    config.TIMESTAMP_ROOTS_FILE = filePath('root.pem')
    expect(await trustedNow()).toBe(false)
    config.TIMESTAMP_ROOTS_FILE = filePath('missing.pem')
    expect(await trustedNow()).toBe(false)
    await storeTimestampServer(db, closed)
    expect(await trustedNow()).toBe(true)
    expect(await trustedTimestampServers(db)).toHaveLength(1)
    // The authority of a timestamp server is not one of our identities.
    const identities = (await knownIdentities(db)).map((der) => new X509Certificate(der).subject)
    expect(identities).not.toContain('CN=Clock')
  } finally {
    clock.close()
  }
})

test('a file of roots may be PEM with many certificates, or one certificate as DER', async () => {
  const pem = await readFile(filePath('root.pem'), 'utf8')
  const twice = certificatesIn(Buffer.from(`# trusted\n${pem}\n${pem}`))
  expect(twice).toHaveLength(2)
  expect(certificatesIn(Buffer.from(twice[0]!))).toEqual([twice[0]])
  expect(() => certificatesIn(Buffer.from('nothing'))).toThrow()
})
