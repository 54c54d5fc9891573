import { isAddition, type LaterDifference } from '../providers/builtin/pades/later/compare.ts'
import { endOf } from '../providers/builtin/pades/revisions.ts'
import type { ProofProblem } from '../providers/builtin/pades/validation/proof-of-time.ts'
import { type State, stateOf } from '../providers/builtin/pades/validation/report.ts'
import { type SignatureReport, verdictOn } from '../providers/builtin/pades/verify.ts'

/**
 * sealed: unchanged, under the closing seal; unsealed: unchanged, but the seal is missing; changed: signed
 * bytes differ, or something was changed after the last signature; amended: signed elsewhere, and changed
 * between the signatures; invalid: a signature fails for another reason; foreign: signed, but not through
 * us; unclear: signed, but no signature can be checked; unproved: unchanged, but a certificate of ours has
 * expired or was revoked, and no time-stamp proves that the signature is older; kept: signed at a service,
 * and exactly the file of the signing that we store; timestamped: time-stamps, but no signature; unsigned:
 * no signature.
 */
export const OUTCOMES = [
  'sealed',
  'unsealed',
  'changed',
  'amended',
  'invalid',
  'foreign',
  'unclear',
  'unproved',
  'kept',
  'timestamped',
  'unsigned',
] as const
export type Outcome = (typeof OUTCOMES)[number]

interface JudgedSignature {
  state: State
  later: LaterDifference[]
  proof: ProofProblem | null
}

/** `facts` describe the first of these reports, in the same order. */
export function outcomeOf(reports: SignatureReport[], facts: JudgedSignature[]): Outcome {
  if (reports.some(({ issuedByAuthority }) => issuedByAuthority)) return outcomeOfOurs(reports, facts)
  const signatures = facts.filter((_, index) => !reports[index]!.isTimestamp)
  if (reports.length === 0) return 'unsigned'
  if (reports.some(({ problems }) => problems.includes('bytes') || problems.includes('cut'))) return 'changed'
  const areChanged = (signatures.length > 0 ? signatures : facts).map(({ later }) => later.some(isChange))
  if (areChanged.at(-1)) return 'changed'
  if (facts.some(({ state }) => state === 'fails')) return 'invalid'
  if (areChanged.includes(true)) return 'amended'
  if (signatures.length === 0) return facts.some(({ state }) => state === 'holds') ? 'timestamped' : 'unclear'
  return signatures.some(({ state }) => state === 'holds') ? 'foreign' : 'unclear'
}

/** Ignores foreign signatures before ours, and signatures that cannot be judged. */
function outcomeOfOurs(reports: SignatureReport[], facts: JudgedSignature[]): Outcome {
  const firstEnd = Math.min(
    ...reports.filter(({ issuedByAuthority }) => issuedByAuthority).map(({ range }) => endOf(range)),
  )
  const isEarlier = (report: SignatureReport) => endOf(report.range) < firstEnd
  const countedReports = reports.filter((report) => !(isEarlier(report) && stateOf(report) === 'unclear'))
  const verdict = verdictOn(countedReports)
  // The result of a second, independent comparison.
  const hasVisibleChange = facts.some(({ later }) => later.some(isChange))
  if (verdict !== 'sealed' && verdict !== 'unsealed' && verdict !== 'foreign') return 'changed'
  if (verdict !== 'foreign' && hasVisibleChange) return 'changed'
  const proofs = facts.filter((_, index) => !reports[index]!.isTimestamp).map(({ proof }) => proof)
  if (proofs.includes('revoked')) return 'invalid'
  if (proofs.some((proof) => proof !== null)) return 'unproved'
  return countedReports.length === reports.length ? verdict : 'foreign'
}

/** Permitted time-stamps are on no page; a visible one can cover the text. */
const isChange = (difference: LaterDifference) =>
  !isAddition(difference) || (difference.what === 'time-stamp' && difference.page !== null)
