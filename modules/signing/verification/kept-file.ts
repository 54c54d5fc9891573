import { createHash } from 'node:crypto'
import type { LaterKind } from '../providers/builtin/pades/later/compare.ts'
import { endOf } from '../providers/builtin/pades/revisions.ts'
import type { ServiceName } from '../providers/provider-name.ts'
import type { Finding, Outcome, SignatureFacts } from './finding.ts'

/** A file of a signing, and the service that finished it; null if we did, or if it is the sent file. */
export interface StageFile {
  sha256: string
  service: ServiceName | null
}

/**
 * The finding for a file that equals, byte for byte, the stored file of a signing completed at services. In
 * an unknown file, a service's signature after ours counts as a change, because anyone can add one. In the
 * stored file it does not, unless the finding contains another objection.
 */
export function asStoredFile(finding: Finding, bytes: Uint8Array, files: StageFile[]): Finding {
  if (!isSoundWithServices(finding)) return finding
  const ends = endsOf(finding, bytes, files)
  return {
    ...finding,
    outcome: outcomeOfStored(finding),
    services: [...new Set(files.flatMap(({ service }) => service ?? []))],
    signatures: finding.signatures.map((one) => ({
      ...one,
      changedAfterwards: false,
      service: one.ours ? null : serviceAt(ends, endOf(one.range)),
    })),
  }
}

/**
 * Changes that the services' programs make by design; a comparison of the visible content must still find
 * none.
 */
const SERVICE_CHANGES: ReadonlySet<string> = new Set(['foreign', 'structure', 'metadata'])
const INVISIBLE_KINDS: ReadonlySet<LaterKind> = new Set([
  'signature',
  'time-stamp',
  'validation',
  'metadata',
  'data',
])
const PROOF_PROBLEMS: ReadonlySet<string> = new Set(['ended', 'revoked', 'maybe-revoked'])

/** Whether all signatures are valid, and only signatures and their data were ever added. */
function isSoundWithServices({ outcome, cutShort, changes, signatures }: Finding): boolean {
  if (cutShort || (outcome !== 'changed' && outcome !== 'foreign' && outcome !== 'unproved')) return false
  return (
    changes.every(({ what }) => SERVICE_CHANGES.has(what)) &&
    signatures.every(({ problems }) => problems.every((one) => PROOF_PROBLEMS.has(one))) &&
    signatures.flatMap(({ later }) => later).every(isInvisible)
  )
}

/** A time-stamp is on no page. */
const isInvisible = ({ what, page }: SignatureFacts['later'][number]) =>
  INVISIBLE_KINDS.has(what) && (what !== 'time-stamp' || page === null)

function outcomeOfStored({ signatures }: Finding): Outcome {
  const problems = signatures.flatMap((one) => one.problems)
  if (problems.includes('revoked')) return 'invalid'
  return problems.length > 0 ? 'unproved' : 'kept'
}

interface StageEnd {
  end: number
  service: ServiceName | null
}

/** The offset at which each of these files ends in the finished file, in order. */
function endsOf({ revisions }: Finding, bytes: Uint8Array, files: StageFile[]): StageEnd[] {
  const services = new Map(files.map(({ sha256, service }) => [sha256, service]))
  return revisions.flatMap((end) => {
    const service = services.get(createHash('sha256').update(bytes.subarray(0, end)).digest('hex'))
    return service === undefined ? [] : [{ end, service }]
  })
}

/** The service that finished the file which contains a signature first. */
const serviceAt = (ends: StageEnd[], end: number) => ends.find((one) => one.end >= end)?.service ?? null
