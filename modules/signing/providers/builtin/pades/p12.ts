import { verify, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { P12Signer } from '@libpdf/core'
import type { SignerIdentity, SigningKey } from './identity.ts'
import { Standstill } from './standstill.ts'

/**
 * The key, its certificate and the chain in an operator's P12. Throws Standstill naming the file when it is
 * of no use.
 */
export async function readP12(file: string, password: string): Promise<SignerIdentity> {
  const unusable = (error: Error) => {
    // The library says so only of some files; a wrong password breaks the seal over the whole of others.
    const part = /password|integrity/i.test(error.message) ? 'signingPassword' : 'signingCertificate'
    throw new Standstill(part, `SIGNING_P12_FILE ${file} cannot be read: ${error.message}`)
  }
  const bytes = await readFile(file).catch(unusable)
  const signer = await P12Signer.create(new Uint8Array(bytes), password).catch(unusable)
  const key: SigningKey = {
    elliptic: signer.keyType === 'EC',
    sign: (data) => signer.sign(data, 'SHA-256'),
  }
  const certificates = [signer.certificate, ...signer.certificateChain]
  const certificate = await certificateOf(key, certificates)
  if (!certificate)
    throw new Standstill('signingCertificate', `SIGNING_P12_FILE ${file} has no certificate for its key`)
  return { certificate, key, chain: chainOf(certificate, certificates) }
}

/** The issuers in order, as far as the file has them. */
function chainOf(certificate: Uint8Array, others: Uint8Array[]): Uint8Array[] {
  const child = new X509Certificate(certificate)
  const left = others.filter((der) => der !== certificate)
  const issuer = left.find((der) => child.checkIssued(new X509Certificate(der)))
  return issuer ? [issuer, ...chainOf(issuer, left)] : []
}

/** The library hands out the file's first certificate, which need not be the key's own: a signature tells. */
async function certificateOf(key: SigningKey, certificates: Uint8Array[]) {
  const probe = new TextEncoder().encode('whose key is this')
  const signature = await key.sign(probe)
  return certificates.find((der) => verify('sha256', probe, new X509Certificate(der).publicKey, signature))
}
