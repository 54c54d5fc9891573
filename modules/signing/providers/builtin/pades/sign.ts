import { HttpTimestampAuthority } from '@libpdf/core'
import { ExactPdf } from '#src/pdf/exact.ts'
import { lacksDeclaration } from './archive/dss.ts'
import type { ValidationData } from './archive/validation-data.ts'
import type { Change } from './changes/changes.ts'
import { sameBytes } from './engine.ts'
import { type FieldRequest, signatureEntries } from './field.ts'
import type { SignerIdentity } from './identity.ts'
import { makeCms, type Stamp } from './make-cms.ts'
import { fillGap } from './signature-gap.ts'
import { SigningFault } from './signing-fault.ts'
import { writeStep } from './step.ts'
import { changeIn, stateOf } from './validation/report.ts'
import { type SignatureReport, verifyPades } from './verify.ts'

export interface Signing extends FieldRequest {
  signer: SignerIdentity
  /** Validation data to add in this revision. */
  validationData?: ValidationData
  /** Our certificates that identify earlier signatures, as DER, in addition to the signer's chain. */
  identities?: Uint8Array[]
  /** With a stamp the signature is of level B-T, otherwise of level B-B. */
  stamp?: Stamp
  /** Whether to skip the check; for a rehearsal, where one check at the end covers every step. */
  unchecked?: boolean
}

/** Contains the change that an earlier signature forbids, if that is the reason. */
export class SigningError extends Error {
  readonly change?: Change

  constructor(message: string, change?: Change) {
    super(message)
    this.change = change
  }
}

// The space for a token, which takes about 7 KB with its authority's chain of four certificates.
export const MAX_TOKEN_BYTES = 12_288

/**
 * Appends one PAdES signature to the file; `at` is the time that it states. Throws if the file cannot be
 * signed, an earlier signature is invalid, or the new one is.
 */
export async function signPades(bytes: Uint8Array, signing: Signing): Promise<Uint8Array> {
  const { signer, stamp, validationData = null } = signing
  const file = openToSign(bytes)
  const room = signatureSize(signer) + (stamp ? MAX_TOKEN_BYTES : 0)
  const field = signatureEntries(file, signing, room)
  const declares = validationData !== null && lacksDeclaration(file)
  const signed = await fillGap(writeStep(file, { field, validationData, declares }), (digest) =>
    makeCms(digest, signer, stamp),
  )
  if (!signing.unchecked) await refuseUnsound(signed, signing)
  return signed
}

/** Reads a file in order to append a revision. Throws if it is encrypted or damaged. */
export function openToSign(bytes: Uint8Array): ExactPdf {
  const file = new ExactPdf(bytes)
  if (file.trailer.has('Encrypt')) throw new SigningError('The file cannot be signed: encrypted')
  return file
}

/**
 * Requests time-stamps from an RFC 3161 server; the returned function throws SigningFault while the server
 * is unavailable.
 */
export function stampFrom(url: string): Stamp {
  const server = new HttpTimestampAuthority(url)
  return (digest) =>
    server.timestamp(digest, 'SHA-256').catch((error) => {
      throw new SigningFault('timeStamp', `${error.message} (TIMESTAMP_URL)`)
    })
}

/**
 * The space for certificates and signature, rounded up, because ECDSA signatures differ in length by a few
 * bytes.
 */
function signatureSize({ certificate, chain }: SignerIdentity): number {
  const length = [certificate, ...chain].reduce((sum, der) => sum + der.length, 1536)
  return Math.ceil(length / 512) * 512
}

/**
 * Verifies the result, because a key may not match its certificate, or a time-stamp may not match our bytes.
 */
async function refuseUnsound(bytes: Uint8Array, signing: Signing) {
  const { fieldName, signedAt: at, signer, stamp, identities = [] } = signing
  const reports = await verifyPades(bytes, [signer.certificate, ...signer.chain, ...identities])
  // Ignores other people's signatures in a format that we cannot validate.
  for (const report of reports)
    if (stateOf(report) === 'fails' || (report === reports.at(-1) && report.problems.length > 0))
      throw new SigningError(`The signature ${report.fieldName} is unsound: ${report.problems.join(', ')}`)
  // Earlier signatures may belong to others or to a former authority; everything else must be unchanged.
  const change = changeIn(reports)
  if (change)
    throw new SigningError(
      `The file was changed since it was signed: ${change.what} ${change.object}`,
      change,
    )
  const newReport = reports.at(-1)
  const faults = newReport ? faultsOf(newReport, at, signer) : ['missing']
  if (newReport?.fieldName !== fieldName) faults.push('field')
  if (stamp && !newReport?.timestampedAt) faults.push('time-stamp')
  if (faults.length > 0) throw new SigningError(`The new signature is unsound: ${faults.join(', ')}`)
}

function faultsOf(report: SignatureReport, at: Date, signer: SignerIdentity): string[] {
  const second = (date: Date) => Math.floor(date.getTime() / 1000)
  return [
    ...(report.coversWholeDocument ? [] : ['coverage']),
    ...(report.certificate && sameBytes(report.certificate, signer.certificate) ? [] : ['certificate']),
    ...(report.claimedAt && second(report.claimedAt) === second(at) ? [] : ['time']),
    ...(report.withinValidity ? [] : ['certificate not valid at that time']),
  ]
}
