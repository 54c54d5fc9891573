import type { Authority } from './authority/authority.ts'
import { issuerOf } from './authority/issuer.ts'
import { archivePades } from './pades/archive/archive.ts'
import { makeCrl } from './pades/archive/crl.ts'
import { findValidationData } from './pades/archive/validation-data.ts'
import { CLOSING_SEAL, issueSeal, VALID_FOR } from './pades/certificate.ts'
import { signPades } from './pades/sign.ts'

interface Closing {
  /** What is sealed, for the reason of the signature. */
  reason: string
  at: Date
  /** The size of the file when it was sent, in bytes. */
  sentLength: number
  /** An RFC 3161 server; if set, a document time-stamp covers everything. */
  timestampUrl?: string
}

/**
 * Seals the whole file with the platform's closing seal. The validation data of all signatures is in the
 * seal's own revision, which covers it, or is added with the document time-stamp, which also covers the
 * seal's time-stamp.
 */
export async function sealFile(
  authority: Authority,
  bytes: Uint8Array,
  closing: Closing,
): Promise<Uint8Array> {
  const { reason, at, sentLength, timestampUrl } = closing
  const signer = await issueSeal(authority, at)
  const crl = await makeCrl(authority, { from: at, until: new Date(at.getTime() + VALID_FOR) })
  const chain = [signer.certificate, ...signer.chain]
  const dataOf = (file: Uint8Array) => findValidationData(file, sentLength, chain, crl)
  const sealed = await signPades(bytes, {
    fieldName: CLOSING_SEAL.fieldName,
    name: 'Qishu',
    reason,
    at,
    lock: 'all',
    identities: [issuerOf(authority).certificate],
    signer,
    timestampUrl,
    validationData: timestampUrl ? undefined : await dataOf(bytes),
  })
  return timestampUrl ? archivePades(sealed, await dataOf(sealed), timestampUrl) : sealed
}
