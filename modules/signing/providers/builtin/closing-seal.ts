import type { Authority } from './authority/authority.ts'
import { issuerOf } from './authority/issuer.ts'
import { archivePades } from './pades/archive/archive.ts'
import { makeCrl } from './pades/archive/crl.ts'
import { findValidationData } from './pades/archive/validation-data.ts'
import { CLOSING_SEAL, issueSeal, VALID_FOR } from './pades/certificate.ts'
import { signPades } from './pades/sign.ts'

interface Closing {
  /** What is closed, as the signature's reason says it. */
  reason: string
  at: Date
  /** How many bytes of the file were there when it was sent out. */
  sentLength: number
  /** An RFC 3161 server: with it a document time-stamp stands over everything. */
  timestampUrl?: string
}

/**
 * The whole file under the platform's closing seal. What it takes to check all signatures comes in the seal's
 * own revision, so that the seal covers it, or with the document time-stamp, which knows of the seal's
 * time-stamp too.
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
