import { isClosingSeal } from './certificate.ts'
import { type Closing, laterRevisions } from './changes/later-revisions.ts'
import { findContainers } from './containers.ts'
import { readCertificate } from './engine.ts'
import { certificatesIn } from './reading/certificates.ts'
import { endOf, endsAt, type Revision, revisionsOf } from './revisions.ts'
import type { Problem, SignatureReport } from './validation/report.ts'
import { validateSignature } from './validation/validate.ts'

export type { Problem, Remark, SignatureReport, State } from './validation/report.ts'

/**
 * sealed: every signature is valid, nothing else was changed, and the closing seal covers everything except
 * permitted additions; unsealed: the same without the seal, because signing is not finished or the seal was
 * cut off; unsigned: there is no signature; otherwise the worst result of a signature.
 */
export type Verdict = 'sealed' | 'unsealed' | 'unsigned' | 'foreign' | 'changed' | 'unsound'

export function verdictOn(reports: SignatureReport[]): Verdict {
  const signatures = reports.filter(({ isTimestamp }) => !isTimestamp)
  const lastSignature = signatures.at(-1)
  if (!lastSignature) return 'unsigned'
  if (reports.some(({ problems }) => problems.length > 0)) return 'unsound'
  if (reports.some(({ changedAfterwards }) => changedAfterwards)) return 'changed'
  if (signatures.some(({ ofAuthority }) => !ofAuthority)) return 'foreign'
  // Here only permitted additions can follow the last signature, because changes were returned above.
  return lastSignature.closingSeal ? 'sealed' : 'unsealed'
}

/**
 * Validates all signatures of a file, in order. `identities` and `timestampCertificates` are DER
 * certificates, as in `Trust`. A revision that no signature of ours closes counts as a change, unless it
 * only contains permitted additions.
 */
export async function verifyPades(
  bytes: Uint8Array,
  identities: Uint8Array[] = [],
  timestampCertificates: Uint8Array[] = [],
): Promise<SignatureReport[]> {
  const revisions = revisionsOf(bytes)
  const trust = { identities, timestampCertificates: timestampCertificates.map(readCertificate) }
  const { referenced, unreferenced, document } = findContainers(bytes)
  const certificates = certificatesIn(document, [...referenced, ...unreferenced])
  const context = { bytes, revisions, trust, certificates }
  const validated: ValidatedSignature[] = []
  // Runs sequentially, because each validation copies the bytes that it covers.
  for (const container of [...referenced, ...unreferenced]) {
    const problems: Problem[] = referenced.includes(container) ? [] : ['unreachable']
    for (const report of await validateSignature(context, container))
      validated.push({ end: endOf(container.range), report: withProblems(report, problems) })
  }
  return withChanges(
    bytes,
    revisions,
    validated.sort((a, b) => a.end - b.end),
  )
}

/** A signature to which nothing refers is not ours, even if its certificate says so. */
const withProblems = (report: SignatureReport, addedProblems: Problem[]): SignatureReport =>
  addedProblems.length === 0
    ? report
    : { ...report, problems: [...addedProblems, ...report.problems], ofAuthority: false, trusted: false }

interface ValidatedSignature {
  /** The offset after the bytes that the signature covers. */
  end: number
  report: SignatureReport
}

function withChanges(
  bytes: Uint8Array,
  revisions: Revision[],
  validated: ValidatedSignature[],
): SignatureReport[] {
  const validReports = validated.filter(({ report }) => report.problems.length === 0)
  const reportsAtEnd = (revision: Revision) =>
    validReports.filter(({ end }) => endsAt(revision, end)).map(({ report }) => report)
  const firstIndex = revisions.findIndex((revision) => reportsAtEnd(revision).length > 0)
  const signedRevisions = firstIndex < 0 ? [] : revisions.slice(firstIndex)
  const closings = signedRevisions.map((revision) => closingOf(reportsAtEnd(revision)))
  const firstOfOurs = closings.indexOf('ours')
  const revisionResults = laterRevisions(bytes, signedRevisions, (revision) => {
    const index = signedRevisions.indexOf(revision)
    return index < firstOfOurs && closings[index] !== 'none' ? 'earlier' : closings[index]!
  })
  return validated.map(({ end, report }) => {
    const laterResults = revisionResults.filter((_, index) => signedRevisions[index + 1]!.end > end)
    const changes = laterResults.flatMap((one) => one.changes)
    return {
      ...report,
      // In a changed file the name of the field may be forged, so only the certificate counts.
      closingSeal:
        report.ofAuthority &&
        isClosingSeal(report.certificate!, changes.length > 0 ? null : report.fieldName),
      coversWholeDocument: report.problems.length === 0 && end === bytes.length,
      changes,
      additions: laterResults.flatMap((one) => one.additions),
      changedAfterwards: changes.length > 0,
    }
  })
}

function closingOf(reports: SignatureReport[]): Closing {
  if (reports.length === 0) return 'none'
  const signatures = reports.filter(({ isTimestamp }) => !isTimestamp)
  if (signatures.length > 0) return signatures.some(({ ofAuthority }) => ofAuthority) ? 'ours' : 'foreign'
  return reports.every(({ trusted }) => trusted) ? 'time-stamp' : 'unknown-clock'
}
