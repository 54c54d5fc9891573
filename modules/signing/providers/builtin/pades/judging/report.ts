import type { Certificate } from 'pkijs'
import type { Change } from '../changes/changes.ts'
import type { LaterAddition } from '../changes/later.ts'
import type { ByteRange } from '../containers.ts'
import type { WidgetPlace } from '../reading/fields.ts'

/**
 * Why a signature does not hold. It fails: bytes: what was signed is other bytes; signature: the value is not
 * of this key; certificate: not the one that was signed with; range: it leaves out more than itself; cut: the
 * file ends before what it covers does; time-stamp: for other bytes. It cannot be judged: unreachable:
 * nothing in the file leads to it; format: not a CMS signature; no-certificate: of the signer; algorithm:
 * none that we know. For a signature of our authority each of them counts as failing.
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
 * What experts want to know of a signature that nevertheless holds: older-form: the certificate is not among
 * what was signed; weak: its digest can be forged by now; out-of-validity: the certificate was not valid at
 * the time; bad-stamp: its time-stamp is not of this signature and says nothing; padding: something stands
 * behind it in its gap.
 */
export type Remark = 'older-form' | 'weak' | 'out-of-validity' | 'bad-stamp' | 'padding'

/** The three answers of EN 319 102-1. */
export type State = 'holds' | 'unclear' | 'fails'

const UNCLEAR: ReadonlySet<Problem> = new Set(['unreachable', 'format', 'no-certificate', 'algorithm'])

export interface SignatureReport {
  fieldName: string | null
  /** A document time-stamp: `signer` is then the time-stamp server. */
  isTimestamp: boolean
  range: ByteRange
  place: WidgetPlace | null
  /** Empty when the signature holds. */
  problems: Problem[]
  remarks: Remark[]
  signer: string
  email: string | null
  /** DER */
  certificate: Uint8Array | null
  claimedAt: Date | null
  timestampedAt: Date | null
  /** The server, by its certificate's own word. */
  timestampedBy: string | null
  /** Whether the certificate was valid at the time-stamp, or else at the claimed time. */
  withinValidity: boolean
  /** Whether the certificate is one of ours, whatever became of the signature. */
  issuedByAuthority: boolean
  /** Whether it is and the signature holds. */
  ofAuthority: boolean
  /**
   * Whether it is, and the server of the time-stamp, if there is one, is trusted; of a document time-stamp
   * the server alone.
   */
  trusted: boolean
  /** Whether it is the platform's closing seal, as its certificate says, whatever name it bears. */
  closingSeal: boolean
  coversWholeDocument: boolean
  /** What later revisions do beyond adding a signature of ours and what others may add. */
  changes: Change[]
  /** What others have added after it: it is no change, and nothing is proved by it. */
  additions: LaterAddition[]
  /** Whether there are any changes. */
  changedAfterwards: boolean
}

/** Whom a file's signatures are judged by. */
export interface Trust {
  /**
   * Our own certificates, of now and before, as DER: of authorities that issue, and of operators that sign.
   */
  identities: Uint8Array[]
  /** Of time-stamp servers, or of those that issue theirs. */
  clocks: Certificate[]
}

/** The first thing that was changed after a signature; another signature of somebody else is no change. */
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
  certificate: null,
  claimedAt: null,
  timestampedAt: null,
  timestampedBy: null,
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
