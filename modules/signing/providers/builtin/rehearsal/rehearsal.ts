import { DAY, HOUR } from '#src/core/clock.ts'
import { asciiAddress } from '#views/values/address.ts'
import { type Authority, authorityWithoutIssuers } from '../authority/issuer.ts'
import { sealFile } from '../closing-seal.ts'
import { fieldNameOf } from '../field-name.ts'
import { issueCertificate } from '../pades/certificate.ts'
import type { Drawing } from '../pades/drawing/drawings.ts'
import { P256 } from '../pades/engine.ts'
import { FieldNameTaken } from '../pades/form.ts'
import { SigningError, signPades, stampFrom } from '../pades/sign.ts'
import { SigningFault } from '../pades/signing-fault.ts'
import { stateOf } from '../pades/validation/report.ts'
import { verifyPades } from '../pades/verify.ts'
import { makeRoot } from '../pades/x509.ts'
import { type SealDrawing, sealSignature } from '../seal/seal-drawing.ts'

export interface RehearsedSignatory {
  name: string
  email: string | null
  /** Counted from 1, in signing order. */
  position: number
  /** The drawings of the signature, one for each of the signatory's boxes. */
  drawings: Drawing[]
  /** The seal of the party, if this signatory sets it. */
  seal?: SealDrawing | null
}

/** The data for signing a file in memory before the signing is started. */
export interface Rehearsal {
  bytes: Uint8Array
  number: string
  signatories: RehearsedSignatory[]
  timestampUrl?: string
}

/**
 * Why a file cannot be signed: an existing signature is invalid or permits no further one, or not all
 * signatures fit in the file. `detail` is for the log.
 */
export interface RehearsalFault {
  why: 'earlierSignature' | 'locked' | 'file'
  detail: string
}

/**
 * Signs a file in memory for all signatories with temporary keys, seals it and verifies the result. Does not
 * seal if an earlier signature is invalid. Null if everything is valid.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<RehearsalFault | null> {
  const reports = await verifyPades(rehearsal.bytes)
  const invalidReport = reports.find((report) => stateOf(report) === 'fails')
  if (invalidReport)
    return {
      why: 'earlierSignature',
      detail: `${invalidReport.fieldName}: ${invalidReport.problems.join(', ')}`,
    }
  try {
    await signAll(rehearsal)
    return null
  } catch (error) {
    // While the time-stamp server is unavailable, real signings wait; the file is not the cause.
    if (error instanceof SigningFault && rehearsal.timestampUrl)
      return rehearse({ ...rehearsal, timestampUrl: undefined })
    return { why: faultIn(error, reports.length > 0), detail: String(error) }
  }
}

function faultIn(error: unknown, isSigned: boolean): RehearsalFault['why'] {
  // To print such a file again would remove its signatures.
  if (error instanceof FieldNameTaken && isSigned) return 'locked'
  if (!(error instanceof SigningError) || !error.change) return 'file'
  if (error.change.what === 'locked') return 'locked'
  return isSigned ? 'earlierSignature' : 'file'
}

async function signAll({ bytes, number, signatories, timestampUrl }: Rehearsal) {
  const authority = await throwAwayAuthority()
  const at = new Date()
  let signed = bytes
  for (const one of signatories) {
    const email = asciiAddress(one.email ?? '') ?? ''
    const signer = await issueCertificate(authority, { name: one.name, email, signedAt: at })
    const commonFields = { name: one.name, signedAt: at, signer, unchecked: true }
    if (one.seal) signed = await signPades(signed, { ...commonFields, ...sealSignature(one.seal, number) })
    for (const [index, { place, appearance }] of one.drawings.entries())
      signed = await signPades(signed, {
        ...commonFields,
        fieldName: fieldNameOf(one.position, index),
        reason: `Signed document ${number}`,
        place,
        appearance,
      })
  }
  const stamp = timestampUrl ? stampFrom(timestampUrl) : undefined
  const closing = { reason: `Closed document ${number}`, sealedAt: at, sentLength: bytes.length, stamp }
  await sealFile(authority, signed, closing)
}

async function throwAwayAuthority(): Promise<Authority> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const from = new Date(Date.now() - HOUR)
  const until = new Date(Date.now() + DAY)
  const certificate = await makeRoot({ name: 'Qishu Rehearsal', publicKey, from, until }, privateKey)
  return authorityWithoutIssuers(certificate, privateKey)
}
