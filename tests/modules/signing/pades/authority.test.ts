import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  knownIdentities,
  openAuthority,
  rootCertificate,
} from '#modules/signing/providers/builtin/authority/authority.ts'
import { issuerOf } from '#modules/signing/providers/builtin/authority/issuer.ts'
import { permitsIntermediate } from '#modules/signing/providers/builtin/authority/making.ts'
import { listAuthorities } from '#modules/signing/providers/builtin/authority/own-key.ts'
import { issueCertificate } from '#modules/signing/providers/builtin/pades/certificate.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { makeP12 } from './operator-p12.ts'
import * as kit from './signing-kit.ts'

const { secretKey } = config
let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

afterEach(() => {
  config.secretKey = secretKey
  config.SIGNING_P12_FILE = undefined
  config.SIGNING_P12_PASSWORD = undefined
})

/** The same database, as another process opens it. */
const anotherProcess = () => db.withoutPlugins()

// The tests depend on each other, in order.
describe('one authority, created once', { shuffle: false }, () => {
  test('processes started at the same time create one authority and share it', async () => {
    expect(await db.selectFrom('signing.authority').selectAll().execute()).toEqual([])
    const roots = await Promise.all(Array.from({ length: 6 }, () => rootCertificate(anotherProcess())))
    expect(new Set(roots.map((root) => Buffer.from(root).toString('hex'))).size).toBe(1)
    const rows = await db
      .selectFrom('signing.authority')
      .select(['kind', 'issuer_id'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['root', 'intermediate'])
    const [root] = await listAuthorities(db)
    expect(rows.map(({ issuer_id }) => issuer_id)).toEqual([null, root!.id])
  })

  test('the root is a P-256 authority for forty years, and its key is encrypted in the table', async () => {
    const root = new X509Certificate(await rootCertificate(db))
    expect(root.subject).toBe('CN=Qishu Root CA')
    expect(root.ca).toBe(true)
    expect(root.verify(root.publicKey)).toBe(true)
    expect(root.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    const years = (root.validToDate.getTime() - Date.now()) / (365.25 * 86_400_000)
    expect(years).toBeGreaterThan(39.9)
    expect(years).toBeLessThan(40.1)
    for (const { sealed_key } of await listAuthorities(db))
      expect(sealed_key.includes(Buffer.from('2a8648ce3d0201', 'hex'))).toBe(false)
  })

  test('certificates of people come from an intermediate below the root, which may have no authority below it', async () => {
    const root = new X509Certificate(await rootCertificate(db))
    const issuer = new X509Certificate(issuerOf(await openAuthority(db)).certificate)
    expect([issuer.subject, issuer.ca, issuer.checkIssued(root), issuer.verify(root.publicKey)]).toEqual([
      'CN=Qishu Signing CA',
      true,
      true,
      true,
    ])
    expect(permitsIntermediate(root.raw)).toBe(true)
    expect(permitsIntermediate(issuer.raw)).toBe(false)
  })

  test('another SECRET_KEY is reported, and the right one still opens the authority', async () => {
    await rootCertificate(db)
    config.secretKey = 'another-secret-of-at-least-32-characters'
    await expect(openAuthority(anotherProcess())).rejects.toThrow(/SECRET_KEY/)
    config.secretKey = secretKey
    await expect(openAuthority(anotherProcess())).resolves.toMatchObject({ kind: 'own' })
  })

  test('a certificate is valid as long as contracts are stored, and never longer than its issuer', async () => {
    const authority = await openAuthority(db)
    const validFrom = async (at: Date) =>
      new X509Certificate(
        (await issueCertificate(authority, { name: '林静', email: '', signedAt: at })).certificate,
      )
    const now = new Date()
    const years = ((await validFrom(now)).validToDate.getTime() - now.getTime()) / (365 * 86_400_000)
    expect(years).toBeGreaterThan(9.9)
    expect(years).toBeLessThan(10.1)
    const late = await validFrom(new Date(now.getTime() + 15 * 365 * 86_400_000))
    expect(late.validToDate).toEqual(new X509Certificate(issuerOf(authority).certificate).validToDate)
  })

  test('each signatory gets a separate certificate under the intermediate', async () => {
    const authority = await openAuthority(db)
    const at = new Date()
    const lin = await issueCertificate(authority, { name: '林静', email: 'lin@lotus.example', signedAt: at })
    const again = await issueCertificate(authority, { name: '林静', email: '', signedAt: at })
    const first = new X509Certificate(lin.certificate)
    const second = new X509Certificate(again.certificate)
    const issuer = new X509Certificate(issuerOf(authority).certificate)
    for (const one of [first, second]) {
      expect(one.checkIssued(issuer) && one.verify(issuer.publicKey)).toBe(true)
      expect(one.ca).toBe(false)
      expect(one.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
    }
    expect(first.subject).toBe('CN=林静')
    expect(first.subjectAltName).toBe('email:lin@lotus.example')
    expect(second.subjectAltName).toBeUndefined()
    const signsFor = { party: 'a', document: 'QS-2026-0142' }
    const third = await issueCertificate(authority, { name: '林静', email: '', signedAt: at, signsFor })
    const { subject } = new X509Certificate(third.certificate)
    // Each part of the name is a separate component.
    expect(subject.split('\n')).toEqual(['CN=林静', 'OU=Party A', 'OU=Document QS-2026-0142'])
    expect(first.serialNumber).not.toBe(second.serialNumber)
    expect(first.publicKey.equals(second.publicKey)).toBe(false)
    expect(first.validFromDate.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000 - 300_000)
    expect(Object.values(lin.key).filter((one) => one instanceof CryptoKey)).toEqual([])
  })

  test('a certificate contains the addresses of its issuer and revocation list only if others can reach us', async () => {
    const { baseUrl } = config
    const { id } = issuerOf(await openAuthority(db))
    const pointersAt = async (address: string) => {
      config.baseUrl = address
      const authority = await openAuthority(anotherProcess()).finally(() => {
        config.baseUrl = baseUrl
      })
      const { certificate } = await issueCertificate(authority, {
        name: '林静',
        email: '',
        signedAt: new Date(),
      })
      const crl = Buffer.from(certificate).includes(`https://qishu.example/authorities/${id}.crl`)
      return [crl, new X509Certificate(certificate).infoAccess?.trim()]
    }
    const issuer = `CA Issuers - URI:https://qishu.example/authorities/${id}.crt`
    expect(await pointersAt('https://qishu.example')).toEqual([true, issuer])
    for (const near of ['http://qishu.example', 'https://localhost:3000', 'https://10.0.0.1'])
      expect(await pointersAt(near)).toEqual([false, undefined])
  })

  test('the revocation list of each authority is published, signed by it, and valid for days', async () => {
    const authority = await openAuthority(db)
    const client = newClient(db)
    const listAt = async (path: string) => {
      const answer = await client.get(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pkix-crl'])
      return new Uint8Array(await answer.arrayBuffer())
    }
    const { id, issuers: above, certificate } = issuerOf(authority)
    const crls = await Promise.all([id, above[0]!.id].map((one) => listAt(`/authorities/${one}.crl`)))
    for (const missing of ['/authorities/999.crl', '/authorities/999.crt', '/authorities/0.crl'])
      expect([missing, (await client.get(missing)).status]).toEqual([missing, 404])
    const served = await client.get(`/authorities/${id}.crt`)
    expect(Buffer.compare(Buffer.from(await served.arrayBuffer()), certificate)).toBe(0)
    const lin = await issueCertificate(authority, { name: '林静', email: '', signedAt: new Date() })
    const root = await rootCertificate(db)
    const certificates = [lin.certificate, certificate]
    expect(await kit.opensslRevocations({ certificates, crls }, root, certificate)).toBe('OK\nOK')
    const stranger = await kit.temporaryAuthority()
    const other = await kit.identityOf(stranger, { name: '林静' })
    await expect(
      kit.opensslRevocations({ certificates: [other.certificate], crls }, stranger.certificate),
    ).rejects.toThrow('unable to get certificate CRL')
  })

  const KEYS = { 'P-256': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], 'RSA-2048': ['rsa:2048'] }

  test.each(Object.entries(KEYS))(
    'an operator’s P12 with a %s key closes files, and people sign with separate certificates',
    async (_, [kind = '', ...options]) => {
      await kit.inFolder(async (folder) => {
        await makeP12(folder, kind, options)
        config.SIGNING_P12_FILE = join(folder, 'operator.p12')
        config.SIGNING_P12_PASSWORD = 'lotus'
        const process = anotherProcess()
        const authority = await openAuthority(process)
        const once = await kit.signAs(authority, (await kit.unsignedFile()).bytes, { name: '林静' })
        const bytes = await kit.seal(authority, once)
        const reports = await verifyPades(bytes, await knownIdentities(process))
        expect(verdictOn(reports)).toBe('sealed')
        expect(reports).toMatchObject([
          { signer: '林静', problems: [], trusted: true, closingSeal: false },
          { signer: 'Lotus Operator', problems: [], trusted: true, closingSeal: true },
        ])
        const operatorRoot = new X509Certificate(await readFile(join(folder, 'root.pem'))).raw
        expect(await kit.opensslComplaints(bytes, 0, await rootCertificate(process))).toBe('')
        expect(await kit.opensslComplaints(bytes, 1, operatorRoot)).toBe('')
        expect(await kit.pdfsig(bytes)).toMatchObject([{ valid: true }, { valid: true, total: true }])
        config.SIGNING_P12_PASSWORD = 'harbour'
        await expect(openAuthority(anotherProcess())).rejects.toThrow(/SIGNING_P12_FILE.*operator\.p12/)
      })
    },
  )
})
