import { verify, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { P12Signer } from '@libpdf/core'
import type { SignerIdentity, SigningKey } from './identity.ts'
import { SigningFault } from './signing-fault.ts'

/**
 * Reads the key, its certificate and the chain from the operator's P12 file. Throws SigningFault with the
 * file's name if the file is unusable.
 */
export async function readP12(file: string, password: string): Promise<SignerIdentity> {
  const refuseFile = (error: Error) => {
    // The library recognises a wrong password only for some files; for others the integrity check fails.
    const part = /password|integrity/i.test(error.message) ? 'signingPassword' : 'signingCertificate'
    throw new SigningFault(part, `SIGNING_P12_FILE ${file} cannot be read: ${error.message}`)
  }
  const bytes = await readFile(file).catch(refuseFile)
  const signer = await P12Signer.create(new Uint8Array(bytes), password).catch(refuseFile)
  const key: SigningKey = {
    elliptic: signer.keyType === 'EC',
    sign: (data) => signer.sign(data, 'SHA-256'),
  }
  const certificates = [signer.certificate, ...signer.certificateChain]
  const certificate = await certificateOf(key, certificates)
  if (!certificate)
    throw new SigningFault('signingCertificate', `SIGNING_P12_FILE ${file} has no certificate for its key`)
  return { certificate, key, chain: chainOf(certificate, certificates) }
}

/** The issuers in order, as far as the file contains them. */
function chainOf(certificate: Uint8Array, others: Uint8Array[]): Uint8Array[] {
  const child = new X509Certificate(certificate)
  const remaining = others.filter((der) => der !== certificate)
  const issuer = remaining.find((der) => child.checkIssued(new X509Certificate(der)))
  return issuer ? [issuer, ...chainOf(issuer, remaining)] : []
}

/**
 * Finds the certificate by a test signature, because the library returns the file's first certificate, which
 * need not belong to the key.
 */
async function certificateOf(key: SigningKey, certificates: Uint8Array[]) {
  const probe = new TextEncoder().encode('whose key is this')
  const signature = await key.sign(probe)
  return certificates.find((der) => verify('sha256', probe, new X509Certificate(der).publicKey, signature))
}
