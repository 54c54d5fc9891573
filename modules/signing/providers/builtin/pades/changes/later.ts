import type { Revision } from '../revisions.ts'
import { type Change, type ChangeKind, unlawfulChanges } from './changes.ts'
import { type Reading, readRevision } from './reading.ts'
import { isPlainUpdate } from './structure.ts'

/** How a revision is closed: by a sound signature of our authority, a sound one of others, a time-stamp, or not at all. */
export type Closing = 'ours' | 'foreign' | 'time-stamp' | 'none'

const bare = (what: ChangeKind): Change => ({ what, page: null, object: '' })

/** Nobody signs a document so often; a file made of thousands of revisions would keep us for hours. */
const MOST = 64

/** Of each revision but the first, in order: what it does beyond adding a signature of our authority. */
export async function laterChanges(
  bytes: Uint8Array,
  revisions: Revision[],
  closingOf: (revision: Revision) => Closing,
): Promise<Change[][]> {
  if (revisions.length > MOST) return revisions.slice(1).map(() => [bare('unreadable')])
  const changes: Change[][] = []
  const read = ({ withLineEnd }: Revision) => readRevision(bytes.subarray(0, withLineEnd)).catch(() => null)
  let before = revisions[0] && revisions.length > 1 ? await read(revisions[0]) : null
  for (const [index, revision] of revisions.entries()) {
    const previous = revisions[index - 1]
    if (!previous) continue
    const after = await read(revision)
    const closing = closingOf(revision)
    changes.push([
      ...changesOf(bytes, [previous, revision], before, after),
      ...(closing === 'none' ? [bare('unsigned')] : closing === 'foreign' ? [bare('foreign')] : []),
    ])
    before = after
  }
  return changes
}

function changesOf(
  bytes: Uint8Array,
  pair: [Revision, Revision],
  before: Reading | null,
  after: Reading | null,
): Change[] {
  if (!before || !after) return [bare('unreadable')]
  try {
    const changes = unlawfulChanges(before, after)
    return isPlainUpdate(bytes, pair, before, after) ? changes : [...changes, bare('structure')]
  } catch {
    // An object that only now turns out to be broken.
    return [bare('unreadable')]
  }
}
