import { reachable } from '#src/pdf/reachable.ts'
import { scanRevision } from '#src/pdf/structure.ts'
import { isLocked } from '../lock.ts'
import type { Revision } from '../revisions.ts'
import { type Change, type ChangeKind, changedObjects, unlawfulChanges } from './changes.ts'
import { additionOf, isTable } from './lawful.ts'
import { isOwnRevision } from './own-revision.ts'
import { type Reading, readRevision } from './reading.ts'
import { storeParts } from './store.ts'

/**
 * How a revision is closed: by a sound signature of ours, a sound one of others, a document time-stamp of a
 * clock that is trusted or of another one, or not at all; earlier: by others before our first signature,
 * which covers what they did.
 */
export type Closing = 'ours' | 'foreign' | 'time-stamp' | 'unknown-clock' | 'none' | 'earlier'

/** What others may add after our last signature, by name: it is no change, and vouches for nothing. */
export type LaterAddition = 'validation-data' | 'time-stamp' | 'unknown-clock'

/** What one later revision comes to. */
export interface LaterRevision {
  /** Beyond a signature of ours and what others may add. */
  changes: Change[]
  additions: LaterAddition[]
}

const bare = (what: ChangeKind): Change => ({ what, page: null, object: '' })

/** Nobody signs a document so often; a file made of thousands of revisions would keep us for hours. */
const MOST = 64

/** Of each revision but the first, in order: what it does beyond adding a signature of ours. */
export function laterRevisions(
  bytes: Uint8Array,
  revisions: Revision[],
  closingOf: (revision: Revision) => Closing,
): LaterRevision[] {
  if (revisions.length > MOST)
    return revisions.slice(1).map((one) => closed([bare('unreadable')], closingOf(one)))
  const found: LaterRevision[] = []
  let before = revisions[0] && revisions.length > 1 ? read(bytes, revisions[0], null) : null
  const vacant = before ? vacantIn(before) : new Set<number>()
  for (const [index, revision] of revisions.entries()) {
    const previous = revisions[index - 1]
    if (!previous) continue
    const after = read(bytes, revision, before)
    found.push(judgeRevision({ previous, before, after, vacant, closing: closingOf(revision) }))
    before = after
  }
  return found
}

function read(bytes: Uint8Array, { withLineEnd }: Revision, before: Reading | null): Reading | null {
  try {
    return readRevision(bytes.subarray(0, withLineEnd), before)
  } catch {
    return null
  }
}

/** Numbers that the document refers to though nothing stands there. */
function vacantIn({ file }: Reading): Set<number> {
  try {
    return new Set([...reachable(file)].filter((number) => file.object(number) === null))
  } catch {
    return new Set()
  }
}

interface Pair {
  previous: Revision
  before: Reading | null
  after: Reading | null
  vacant: Set<number>
  closing: Closing
}

function judgeRevision(pair: Pair): LaterRevision {
  const { before, after, closing } = pair
  if (closing === 'earlier') return { changes: [], additions: [] }
  if (!before || !after) return closed([bare('unreadable')], closing)
  try {
    const changes = changesBetween({ ...pair, before, after })
    const data = closing === 'none' && changes.length === 0 && addsDataAlone(before, after)
    return data ? { changes, additions: ['validation-data'] } : closed(changes, closing)
  } catch {
    // An object that only now turns out to be broken.
    return closed([bare('unreadable')], closing)
  }
}

/** With what the closing itself says. */
function closed(changes: Change[], closing: Closing): LaterRevision {
  if (closing === 'none') return { changes: [...changes, bare('unsigned')], additions: [] }
  if (closing === 'foreign') return { changes: [...changes, bare('foreign')], additions: [] }
  return {
    changes,
    additions: closing === 'ours' || closing === 'earlier' || changes.length > 0 ? [] : [closing],
  }
}

function changesBetween(pair: Pair & { before: Reading; after: Reading }): Change[] {
  const { previous, before, after, vacant, closing } = pair
  const fills = [...vacant].some((number) => after.object(number) !== null)
  if (closing !== 'none' && !fills && isOwnRevision(before.file, after.file) && isStoreSound(pair))
    return lockedBy(pair)
  const scan = scanRevision(after.file, previous.withLineEnd, before.file.newest.at)
  const odd = 'fault' in scan || changedObjects(before, after).length === 0
  return [...lockedBy(pair), ...unlawfulChanges(before, after, vacant), ...(odd ? [bare('structure')] : [])]
}

/** What others write as we do may hold anything in place of certificates; ours does not. */
const isStoreSound = ({ after, closing }: Pair & { after: Reading }) =>
  closing === 'ours' || storeParts(after) !== null

/** Nobody may sign behind a signature that says so; time-stamps and validation data are no change. */
function lockedBy({ before, after, closing }: Pair & { before: Reading; after: Reading }): Change[] {
  if ((closing !== 'ours' && closing !== 'foreign') || !isLocked(before)) return []
  return [{ what: 'locked', page: null, object: after.fields.at(-1)?.toString() ?? '' }]
}

const addsDataAlone = (before: Reading, after: Reading) =>
  additionOf(before, after).field === null &&
  changedObjects(before, after).some((number) => !isTable(after.object(number)))
