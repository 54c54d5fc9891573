import type { Certificate } from 'pkijs'
import type { Change } from '../changes/changes.ts'
import type { LaterAddition } from '../changes/later-revisions.ts'
import type { ByteRange } from '../containers.ts'
import type { WidgetPlace } from '../reading/fields.ts'

/**
 * Why a signature does not hold. It fails: bytes: the signed bytes were changed; signature: the value does
 * not match the key; certificate: not the one that was signed with; range: it leaves out more than the
 * signature; cut: the file ends before the covered range; time-stamp: for other bytes. It cannot be judged:
 * unreachable: nothing in the file refers to it; format: not a CMS signature; no-certificate: of the signer;
 * algorithm: not supported. For a signature of our authority each of them counts as failing.
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
 * valid at the time; bad-stamp: its time-stamp is for other data and is ignored; padding: other bytes follow
 * it in its gap.
 */
export type Remark = 'older-form' | 'weak' | 'out-of-validity' | 'bad-stamp' | 'padding'

/** The three results of EN 319 102-1. */
export type State = 'holds' | 'unclear' | 'fails'

const UNCLEAR: ReadonlySet<Problem> = new Set(['unreachable', 'format', 'no-certificate', 'algorithm'])

export interface SignatureReport {
  fieldName: string | null
  /** A document time-stamp; `signer` is then the time-stamp server. */
  isTimestamp: boolean
  range: ByteRange
  place: WidgetPlace | null
  /** Empty when the signature holds. */
  problems: Problem[]
  remarks: Remark[]
  signer: string
  email: string | null
  phone: string | null
  /** DER */
  certificate: Uint8Array | null
  claimedAt: Date | null
  timestampedAt: Date | null
  /** The server's name in its certificate. */
  timestampedBy: string | null
  /** Of that server, as DER. */
  timestampCertificate: Uint8Array | null
  /** Whether that server is trusted. */
  clockTrusted: boolean
  /** Whether the certificate was valid at the time of the time-stamp, or else at the claimed time. */
  withinValidity: boolean
  /** Whether one of our authorities issued the certificate; true even if the signature is invalid. */
  issuedByAuthority: boolean
  /** Whether the certificate is ours and the signature is valid. */
  ofAuthority: boolean
  /**
   * Whether the signature is of our authority and its time-stamp server, if any, is trusted; for a document
   * time-stamp only the server counts.
   */
  trusted: boolean
  /** Whether it is the platform's closing seal, judged by its certificate, not by its name. */
  closingSeal: boolean
  coversWholeDocument: boolean
  /** The changes in later revisions other than adding a signature of ours and permitted additions. */
  changes: Change[]
  /**
   * Permitted additions by other programs after the signature; they count as no change and prove nothing.
   */
  additions: LaterAddition[]
  /** Whether there are any changes. */
  changedAfterwards: boolean
}

/** The trusted identities for validation. */
export interface Trust {
  /** Our own certificates, present and former, as DER: of issuing authorities, and of operators that sign. */
  identities: Uint8Array[]
  /** Certificates of time-stamp servers, or of their issuers. */
  timestampCertificates: Certificate[]
}

/** The first change after a signature; another person's signature is no change. */
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
