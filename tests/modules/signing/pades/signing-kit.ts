import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF, type PdfDict, type PdfRef, type PdfStream } from '@libpdf/core'
import { assemble } from '#assembly/assemble.ts'
import { type SignaturePlace, type Typeset, typeset } from '#modules/printing/typeset/typeset.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { authorityWithoutIssuers } from '#modules/signing/providers/builtin/authority/issuer.ts'
import { sealFile } from '#modules/signing/providers/builtin/closing-seal.ts'
import { issueCertificate } from '#modules/signing/providers/builtin/pades/certificate.ts'
import { signatureAppearance } from '#modules/signing/providers/builtin/pades/drawing/appearance.ts'
import { P256, readCertificate } from '#modules/signing/providers/builtin/pades/engine.ts'
import { type SignerIdentity, signingKey } from '#modules/signing/providers/builtin/pades/identity.ts'
import { makeCms } from '#modules/signing/providers/builtin/pades/make-cms.ts'
import { type Signing, signPades, stampFrom } from '#modules/signing/providers/builtin/pades/sign.ts'
import { makeLeaf, makeRoot } from '#modules/signing/providers/builtin/pades/x509.ts'
import type { Signature } from '#modules/signing/providers/builtin/signature.ts'
import { runProgram } from '#tests/support/programs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import { addField, saveSigned } from './libpdf-writer.ts'

export const STROKES: Signature = {
  kind: 'drawn',
  strokes: [
    [
      [20, 20],
      [60, 70],
      [100, 30],
      [160, 80],
      [220, 20],
    ],
    [
      [50, 90],
      [250, 90],
    ],
    [[270, 30]],
  ],
}

const years = (count: number) => count * 365 * 86_400_000

/** An authority that exists until the end of the test. */
export async function temporaryAuthority(): Promise<Authority & { kind: 'own' }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const from = new Date(Date.now() - years(1))
  const until = new Date(Date.now() + years(9))
  const certificate = await makeRoot({ name: 'Lotus Root', publicKey, from, until }, privateKey)
  return authorityWithoutIssuers(certificate, privateKey)
}

export function unsignedFile(): Promise<Typeset> {
  return typeset(assemble(sampleSource()), { createdAt: new Date('2026-11-21T02:00:00Z') })
}

export const signPlaces = ({ signaturePlaces }: Typeset): SignaturePlace[] =>
  signaturePlaces.filter(({ kind }) => kind === 'sign')

export interface TestSigner {
  name: string
  email?: string
  at?: Date
  place?: SignaturePlace
  signature?: Signature
}

export async function identityOf(authority: Authority, hand: TestSigner): Promise<SignerIdentity> {
  const { name, email = '', at = new Date() } = hand
  return issueCertificate(authority, { name, email, signedAt: at })
}

/** An identity with a certificate as the authority issued it before it stated a policy. */
export async function oldIdentity(
  authority: Authority & { kind: 'own' },
  name: string,
): Promise<SignerIdentity> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const from = new Date(Date.now() - years(1))
  const until = new Date(Date.now() + years(1))
  const root = readCertificate(authority.certificate)
  const certificate = await makeLeaf({ name, publicKey, from, until }, root, authority.key)
  return { certificate, chain: [authority.certificate], key: signingKey(privateKey) }
}

/** Signs as `hand`; the signature is visible if it has a place. */
export async function signAs(
  authority: Authority,
  bytes: Uint8Array,
  hand: TestSigner,
  more: Partial<Signing> = {},
): Promise<Uint8Array> {
  const { name, at = new Date(), place, signature = { kind: 'typed', text: name } } = hand
  return signPades(bytes, {
    fieldName: `Signature of ${name}`,
    name,
    reason: 'Signed document QS-2026-0142',
    signedAt: at,
    signer: await identityOf(authority, { ...hand, at }),
    ...(place && { place, appearance: await signatureAppearance(signature, place, { name, signedAt: at }) }),
    ...more,
  })
}

/** Closes a file as the platform does. */
export async function seal(
  authority: Authority,
  bytes: Uint8Array,
  timestampUrl?: string,
): Promise<Uint8Array> {
  const stamp = timestampUrl ? stampFrom(timestampUrl) : undefined
  const closing = { reason: 'Closed document QS-2026-0142', sealedAt: new Date(), sentLength: 0, stamp }
  return sealFile(authority, bytes, closing)
}

/** The certificates and revocation lists of a file's document security store, as DER. */
export async function storeOf(
  bytes: Uint8Array,
): Promise<{ certificates: Uint8Array[]; crls: Uint8Array[] }> {
  const pdf = await PDF.load(bytes, { lenient: false })
  const resolve = pdf.getObject.bind(pdf)
  const store = pdf.getCatalog().getDict('DSS', resolve)
  const list = (key: string) =>
    (store?.getArray(key, resolve)?.toArray() ?? []).map((ref) =>
      (resolve(ref as PdfRef) as PdfStream).getDecodedData(),
    )
  return { certificates: list('Certs'), crls: list('CRLs') }
}

/**
 * OpenSSL's verdict on certificates with these lists. `between`: the intermediate certificates.
 */
export function opensslRevocations(
  { certificates, crls }: { certificates: Uint8Array[]; crls: Uint8Array[] },
  root: Uint8Array,
  ...between: Uint8Array[]
): Promise<string> {
  return inFolder(async (folder) => {
    const path = (name: string) => join(folder, name)
    await writeFile(path('root.pem'), pemOf(root))
    await writeFile(path('between.pem'), between.map((der) => pemOf(der)).join(''))
    await writeFile(path('crls.pem'), crls.map((der) => pemOf(der, 'X509 CRL')).join(''))
    const files = certificates.map((_, index) => path(`${index}.pem`))
    for (const [index, file] of files.entries()) await writeFile(file, pemOf(certificates[index]!))
    const untrusted = between.length > 0 ? ['-untrusted', path('between.pem')] : []
    const how = ['-crl_check', '-CRLfile', path('crls.pem'), '-CAfile', path('root.pem'), ...untrusted]
    const output = await runTool('openssl', 'verify', ...how, ...files)
    return output.replaceAll(/^.*: /gm, '').trim()
  })
}

const ROOM = 4096

/**
 * Signs after a change in the same revision, which our product never does. `adjust` gets the new field and
 * its value.
 */
export async function signBlindly(
  signer: SignerIdentity,
  bytes: Uint8Array,
  { fieldName = 'Closing seal 2', change = (_: PDF) => {}, adjust = (_: PdfDict, __: PdfDict) => {} } = {},
): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes, { lenient: false })
  change(pdf)
  addField(pdf, { fieldName, name: 'Qishu', reason: '', signedAt: new Date() }, ROOM)
  const field = pdf.getForm()!.getFields().at(-1)!.getDict()
  adjust(field, pdf.getObject(field.getRef('V')!) as PdfDict)
  return saveSigned(pdf, bytes, ROOM, (digest) => makeCms(digest, signer))
}

/** Changes a file in an unsigned revision. */
export async function alter(bytes: Uint8Array, change: (pdf: PDF) => void): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes, { lenient: false })
  change(pdf)
  return pdf.save({ incremental: true })
}

export interface PdfsigReport {
  field: string
  signer: string
  valid: boolean
  total: boolean
}

/** The report of pdfsig about each signature; an empty list if pdfsig cannot read the file. */
export function pdfsig(pdf: Uint8Array): Promise<PdfsigReport[]> {
  return inFolder(async (folder) => {
    const file = join(folder, 'signed.pdf')
    await writeFile(file, pdf)
    const { stdout } = await runProgram('pdfsig', ['-nocert', file]).catch((error) => error)
    return stdout
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .filter((part: string) => !part.includes('is not signed'))
      .map((part: string) => ({
        field: /Field Name: (.*)/.exec(part)?.[1] ?? '',
        signer: /Common Name: (.*)/.exec(part)?.[1] ?? '',
        valid: part.includes('Signature is Valid.'),
        total: part.includes('Total document signed'),
      }))
  })
}

/** OpenSSL's errors about the bytes of a signature under a root, as CAdES; empty if it is valid. */
export function opensslComplaints(pdf: Uint8Array, index: number, root: Uint8Array): Promise<string> {
  return inFolder(async (folder) => {
    const path = (name: string) => join(folder, name)
    const [, start = 0, next = 0, rest = 0] = rangesOf(pdf)[index] ?? []
    const contents = Buffer.from(Buffer.from(pdf.subarray(start + 1, next - 1)).toString('latin1'), 'hex')
    await writeFile(path('signature.der'), contents)
    await writeFile(
      path('signed.bin'),
      Buffer.concat([pdf.subarray(0, start), pdf.subarray(next, next + rest)]),
    )
    await writeFile(path('root.pem'), pemOf(root))
    const files = ['-in', path('signature.der'), '-content', path('signed.bin'), '-CAfile', path('root.pem')]
    const how = [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'der',
      '-purpose',
      'any',
      '-out',
      '/dev/null',
    ]
    return runProgram('openssl', [...how, ...files]).then(
      () => '',
      (error) => error.stderr,
    )
  })
}

/** The ByteRange of each signature, in the order of the file. */
export function rangesOf(pdf: Uint8Array): number[][] {
  const file = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/ByteRange\s*\[([\d\s]+)\]/g)
  return [...file].map(([, numbers = '']) => numbers.trim().split(/\s+/).map(Number))
}

export const pemOf = (der: Uint8Array, kind = 'CERTIFICATE') =>
  `-----BEGIN ${kind}-----\n${Buffer.from(der).toString('base64')}\n-----END ${kind}-----\n`

export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'qishu-sign-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const runTool = async (tool: string, ...args: string[]): Promise<string> =>
  (await runProgram(tool, args)).stdout
