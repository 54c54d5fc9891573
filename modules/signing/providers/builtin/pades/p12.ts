import { KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { P12Signer } from '@libpdf/core'
import type { SignerIdentity } from './identity.ts'

/** The key, its certificate and the chain in an operator's P12. Throws naming the file when it is of no use. */
export async function readP12(file: string, password: string): Promise<SignerIdentity> {
  const signer = await P12Signer.create(new Uint8Array(await readFile(file)), password).catch((error) => {
    throw new Error(`SIGNING_P12_FILE ${file} cannot be read: ${error.message}`)
  })
  // The class keeps the key to itself, and hands out the first certificate, which need not be the key's own.
  const key = (signer as unknown as { privateKey: CryptoKey }).privateKey
  const privateKey = KeyObject.from(key)
  const certificates = [signer.certificate, ...signer.certificateChain]
  const certificate = certificates.find((der) => new X509Certificate(der).checkPrivateKey(privateKey))
  if (!certificate) throw new Error(`SIGNING_P12_FILE ${file} has no certificate for its key`)
  return { certificate, key, chain: chainOf(certificate, certificates) }
}

/** The issuers in order, as far as the file has them. */
function chainOf(certificate: Uint8Array, others: Uint8Array[]): Uint8Array[] {
  const child = new X509Certificate(certificate)
  const left = others.filter((der) => der !== certificate)
  const issuer = left.find((der) => child.checkIssued(new X509Certificate(der)))
  return issuer ? [issuer, ...chainOf(issuer, left)] : []
}
