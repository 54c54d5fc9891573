import { differencesOf, type LaterDifference } from './compare.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Far more signatures than any real document has. */
const MAX_DIFFERENCES = 64

/** Maximum number of differences reported for one version. */
const MAX_REPORTED = 200

/**
 * For each offset at which a signature ends: the differences between the file up to this offset and the
 * whole file. Empty if nothing follows the offset; otherwise at least one.
 */
export function differencesAfter(bytes: Uint8Array, ends: number[]): Map<number, LaterDifference[]> {
  const endsBeforeMore = [...new Set(ends)].filter((end) => isFollowed(bytes, end)).slice(0, MAX_DIFFERENCES)
  const byEnd = new Map<number, LaterDifference[]>(ends.map((end) => [end, []]))
  const wholeFile = endsBeforeMore.length > 0 ? read(bytes) : null
  for (const end of endsBeforeMore) byEnd.set(end, differences(read(bytes.subarray(0, end)), wholeFile))
  return byEnd
}

/** Ignores line ends and zero bytes, which some transports add. */
const isFollowed = (bytes: Uint8Array, end: number) =>
  end >= 0 && bytes.subarray(end).some((byte) => byte !== 0 && byte !== 10 && byte !== 13 && byte !== 32)

function differences(before: Snapshot | null, after: Snapshot | null): LaterDifference[] {
  if (!before || !after) return [{ what: 'unreadable', page: null, field: '' }]
  const reported = differencesOf(before, after).slice(0, MAX_REPORTED)
  return reported.length > 0 ? reported : [{ what: 'data', page: null, field: '' }]
}

function read(bytes: Uint8Array): Snapshot | null {
  try {
    return snapshotOf(bytes)
  } catch {
    return null
  }
}
