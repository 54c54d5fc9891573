import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#tests/support/programs.ts'

/** A person who signs with other software, outside the platform. */
export interface Signer {
  certificateFile: string
  keyFile: string
  certificate: X509Certificate
  key: KeyObject
}

const KINDS = {
  rsa: ['-newkey', 'rsa:2048'],
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p521: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  brainpool: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  ed25519: ['-newkey', 'ed25519'],
  ed448: ['-newkey', 'ed448'],
  other: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
}

export type SignerKind = keyof typeof KINDS

/** One signer of each kind, created by OpenSSL in this folder. */
export async function makeSigners(folder: string): Promise<Record<SignerKind, Signer>> {
  const signers = await Promise.all(
    Object.entries(KINDS).map(async ([kind, how]) => [kind, await makeSigner(folder, kind, how)] as const),
  )
  return Object.fromEntries(signers) as Record<SignerKind, Signer>
}

async function makeSigner(folder: string, kind: string, how: string[]): Promise<Signer> {
  const keyFile = join(folder, `${kind}.key`)
  const certificateFile = join(folder, `${kind}.pem`)
  const name = kind === 'other' ? '/CN=Other Signer/C=XX' : '/CN=Sample Signer/O=Sample Company/C=XX'
  const files = ['-nodes', '-keyout', keyFile, '-out', certificateFile]
  await runProgram('openssl', ['req', '-x509', ...how, ...files, '-days', '30', '-subj', name])
  const certificate = await readFile(certificateFile)
  const key = await readFile(keyFile)
  return {
    certificateFile,
    keyFile,
    certificate: new X509Certificate(certificate),
    key: createPrivateKey(key),
  }
}

let count = 0

/** The output of `openssl cms -sign` for some bytes. */
export async function opensslCms(folder: string, data: Buffer, args: string[]): Promise<Buffer> {
  const path = join(folder, `signing-${++count}`)
  await writeFile(path, data)
  const files = ['-in', path, '-outform', 'DER', '-out', `${path}.der`]
  await runProgram('openssl', ['cms', '-sign', '-binary', ...files, ...args])
  return readFile(`${path}.der`)
}

/** The output of `openssl dgst -sign` for some bytes. */
export async function opensslSignature(folder: string, data: Buffer, { keyFile }: Signer): Promise<Buffer> {
  const path = join(folder, `signing-${++count}`)
  await writeFile(path, data)
  await runProgram('openssl', ['dgst', '-sha1', '-sign', keyFile, '-out', `${path}.sig`, path])
  return readFile(`${path}.sig`)
}

export const as = ({ certificateFile, keyFile }: Signer): string[] => [
  '-signer',
  certificateFile,
  '-inkey',
  keyFile,
]

export const sha1 = (data: Buffer): Buffer => createHash('sha1').update(data).digest()
