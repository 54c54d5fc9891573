import type { Authority } from './authority/authority.ts'
import { issuerOf, issuersOf } from './authority/issuer.ts'
import { archivePades } from './pades/archive/archive.ts'
import { makeCrl } from './pades/archive/crl.ts'
import { findValidationData } from './pades/archive/validation-data.ts'
import { CLOSING_SEAL, issueSeal, VALIDITY } from './pades/certificate.ts'
import type { Stamp } from './pades/make-cms.ts'
import { signPades } from './pades/sign.ts'

interface ClosingSeal {
  /** The reason stated in the signature, which says what is sealed. */
  reason: string
  sealedAt: Date
  /** Size of the sent file in bytes. */
  sentLength: number
  /** If set, a document time-stamp covers the whole file. */
  stamp?: Stamp
}

/**
 * Seals the whole file with the platform's closing seal. The validation data of all signatures is part of
 * the seal's revision; or it is added with the document time-stamp, which then also covers the seal's
 * time-stamp.
 */
export async function sealFile(
  authority: Authority,
  bytes: Uint8Array,
  closing: ClosingSeal,
): Promise<Uint8Array> {
  const { reason, sealedAt, sentLength, stamp } = closing
  const signer = await issueSeal(authority, sealedAt)
  const crls = await ownCrls(authority, sealedAt)
  const chain = [signer.certificate, ...signer.chain]
  const validationDataOf = (file: Uint8Array) => findValidationData(file, sentLength, chain, crls)
  const sealed = await signPades(bytes, {
    fieldName: CLOSING_SEAL.fieldName,
    name: 'Qishu',
    reason,
    signedAt: sealedAt,
    lock: 'all',
    identities: issuersOf(issuerOf(authority)).map(({ certificate }) => certificate),
    signer,
    stamp,
    validationData: stamp ? undefined : await validationDataOf(bytes),
  })
  return stamp ? archivePades(sealed, await validationDataOf(sealed), stamp) : sealed
}

/**
 * The revocation lists of all our authorities, as DER. Each list is valid as long as a certificate issued
 * now, because readers without network would otherwise consider it outdated.
 */
export const ownCrls = (authority: Authority, sealedAt: Date): Promise<Uint8Array[]> =>
  Promise.all(
    issuersOf(issuerOf(authority)).map((issuer) =>
      makeCrl(issuer, { from: sealedAt, until: new Date(sealedAt.getTime() + VALIDITY) }),
    ),
  )
