import type { Certificate } from 'pkijs'
import type { Change } from '../changes/changes.ts'
import type { LaterAddition } from '../changes/later-revisions.ts'
import type { ByteRange } from '../containers.ts'
import type { WidgetPlace } from '../reading/fields.ts'

/**
 * Why a signature is not valid. It fails: bytes: the signed bytes were changed; signature: the value does
 * not match the key; certificate: not the one used for signing; range: the range leaves out more than the
 * signature; cut: the file ends before the covered range; time-stamp: it belongs to other bytes. It cannot
 * be judged: unreachable: nothing in the file refers to it; format: it is not a CMS signature;
 * no-certificate: the signer's certificate is missing; algorithm: not supported. If the signature is of our
 * authority, all of these count as failures.
 */
export type Problem =
  | 'bytes'
  | 'signature'
  | 'certificate'
  | 'range'
  | 'cut'
  | 'time-stamp'
  | 'unreachable'
  | 'format'
  | 'no-certificate'
  | 'algorithm'

/**
 * Expert details about a valid signature. older-form: the certificate is not among the signed attributes;
 * weak: its digest algorithm is no longer collision-resistant; out-of-validity: the certificate was not
 * valid at the time; bad-stamp: its time-stamp belongs to other data and is ignored; padding: other bytes
 * follow the signature in its gap.
 */
export type Remark = 'older-form' | 'weak' | 'out-of-validity' | 'bad-stamp' | 'padding'

/** The three results of EN 319 102-1. */
export type State = 'holds' | 'unclear' | 'fails'

const UNCLEAR: ReadonlySet<Problem> = new Set(['unreachable', 'format', 'no-certificate', 'algorithm'])

export interface SignatureReport {
  fieldName: string | null
  /** Whether it is a document time-stamp; then `signer` is the time-stamp server. */
  isTimestamp: boolean
  range: ByteRange
  place: WidgetPlace | null
  /** Empty if the signature is valid. */
  problems: Problem[]
  remarks: Remark[]
  signer: string
  email: string | null
  phone: string | null
  /** As DER. */
  certificate: Uint8Array | null
  claimedAt: Date | null
  timestampedAt: Date | null
  /** The name in the certificate of the time-stamp server. */
  timestampedBy: string | null
  /** The certificate of the time-stamp server, as DER. */
  timestampCertificate: Uint8Array | null
  /** Whether the time-stamp server is trusted. */
  clockTrusted: boolean
  /** Whether the certificate was valid at the time of the time-stamp; without one, at the claimed time. */
  withinValidity: boolean
  /** Whether one of our authorities issued the certificate; true even if the signature is invalid. */
  issuedByAuthority: boolean
  /** Whether the certificate is ours and the signature is valid. */
  ofAuthority: boolean
  /**
   * Whether the signature is of our authority and its time-stamp server, if any, is trusted; for a document
   * time-stamp only the server matters.
   */
  trusted: boolean
  /** Whether it is the platform's closing seal, according to its certificate, not its name. */
  closingSeal: boolean
  coversWholeDocument: boolean
  /** The changes in later revisions, except our signatures and permitted additions. */
  changes: Change[]
  /**
   * Permitted additions by other programs after the signature; they do not count as changes, and prove
   * nothing.
   */
  additions: LaterAddition[]
  /** Whether there are any changes. */
  changedAfterwards: boolean
}

/** The identities that validation trusts. */
export interface Trust {
  /**
   * Our certificates, present and former, as DER: those of issuing authorities, and of operators that sign.
   */
  identities: Uint8Array[]
  /** Certificates of time-stamp servers, or of their issuers. */
  timestampCertificates: Certificate[]
}

/** The first change after a signature. Another person's signature does not count. */
export const changeIn = (reports: SignatureReport[]): Change | undefined =>
  reports.flatMap(({ changes }) => changes).find(({ what }) => what !== 'foreign')

export function stateOf({ problems, issuedByAuthority }: SignatureReport): State {
  if (problems.length === 0) return 'holds'
  return !issuedByAuthority && problems.every((one) => UNCLEAR.has(one)) ? 'unclear' : 'fails'
}

export const blankReport = (range: ByteRange): SignatureReport => ({
  fieldName: null,
  isTimestamp: false,
  range,
  place: null,
  problems: [],
  remarks: [],
  signer: '',
  email: null,
  phone: null,
  certificate: null,
  claimedAt: null,
  timestampedAt: null,
  timestampedBy: null,
  timestampCertificate: null,
  clockTrusted: false,
  withinValidity: false,
  issuedByAuthority: false,
  ofAuthority: false,
  trusted: false,
  closingSeal: false,
  coversWholeDocument: false,
  changes: [],
  additions: [],
  changedAfterwards: false,
})
