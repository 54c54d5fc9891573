import { differencesOf, type Later } from './compare.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Nobody signs a document so often. */
const MOST = 64

/** What is told of one version at most. */
const TOLD = 200

/**
 * What came behind each of these places, at which a signature ends: the file as it stood there against the
 * file as it is. Empty where nothing did; one entry at least where something did, whatever it is.
 */
export function laterThan(bytes: Uint8Array, ends: number[]): Map<number, Later[]> {
  const open = [...new Set(ends)].filter((end) => hasMore(bytes, end)).slice(0, MOST)
  const found = new Map<number, Later[]>(ends.map((end) => [end, []]))
  const now = open.length > 0 ? read(bytes) : null
  for (const end of open) found.set(end, differences(read(bytes.subarray(0, end)), now))
  return found
}

/** Line ends, and the zeros that some carriers add, are nothing. */
const hasMore = (bytes: Uint8Array, end: number) =>
  end >= 0 && bytes.subarray(end).some((byte) => byte !== 0 && byte !== 10 && byte !== 13 && byte !== 32)

function differences(before: Snapshot | null, after: Snapshot | null): Later[] {
  if (!before || !after) return [{ what: 'unreadable', page: null, field: '' }]
  const found = differencesOf(before, after).slice(0, TOLD)
  return found.length > 0 ? found : [{ what: 'data', page: null, field: '' }]
}

function read(bytes: Uint8Array): Snapshot | null {
  try {
    return snapshotOf(bytes)
  } catch {
    return null
  }
}
