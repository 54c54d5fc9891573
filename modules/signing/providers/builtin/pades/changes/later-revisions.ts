import { reachable } from '#src/pdf/reachable.ts'
import { scanRevision } from '#src/pdf/structure.ts'
import { isLocked } from '../lock.ts'
import type { Revision } from '../revisions.ts'
import { type Change, type ChangeKind, changedObjects, forbiddenChanges } from './changes.ts'
import { isOwnRevision } from './own-revision.ts'
import { additionOf, isTable } from './permitted-additions.ts'
import { type RevisionReading, readRevision } from './revision-reading.ts'
import { storeParts } from './store.ts'

/**
 * What closes a revision: a valid signature, ours or foreign; a document time-stamp of a trusted or an
 * unknown server; or nothing. earlier: revisions before our first signature, which covers their changes.
 */
export type Closing = 'ours' | 'foreign' | 'time-stamp' | 'unknown-clock' | 'none' | 'earlier'

/**
 * Permitted additions by other programs after our last signature. They do not count as changes, and prove
 * nothing.
 */
export type LaterAddition = 'validation-data' | 'time-stamp' | 'unknown-clock'

/** The result for one later revision. */
export interface LaterRevision {
  /** All changes, except a signature of ours and permitted additions. */
  changes: Change[]
  additions: LaterAddition[]
}

const changeOf = (what: ChangeKind): Change => ({ what, page: null, object: '' })

/** Far more than any real document has. Checking thousands of revisions would take hours. */
const MAX_REVISIONS = 64

/** The changes in each revision after the first, in order, except the addition of our signatures. */
export function laterRevisions(
  bytes: Uint8Array,
  revisions: Revision[],
  closingOf: (revision: Revision) => Closing,
): LaterRevision[] {
  if (revisions.length > MAX_REVISIONS)
    return revisions.slice(1).map((one) => resultWith([changeOf('unreadable')], closingOf(one)))
  const results: LaterRevision[] = []
  let before = revisions[0] && revisions.length > 1 ? readWithin(bytes, revisions[0], null) : null
  const vacantNumbers = before ? findVacantNumbers(before) : new Set<number>()
  for (const [index, revision] of revisions.entries()) {
    const previous = revisions[index - 1]
    if (!previous) continue
    const after = readWithin(bytes, revision, before)
    results.push(
      checkRevision({ previous, before, after, vacant: vacantNumbers, closing: closingOf(revision) }),
    )
    before = after
  }
  return results
}

function readWithin(
  bytes: Uint8Array,
  { withLineEnd }: Revision,
  before: RevisionReading | null,
): RevisionReading | null {
  try {
    return readRevision(bytes.subarray(0, withLineEnd), before)
  } catch {
    return null
  }
}

/** Numbers to which the document refers although no object has them. */
function findVacantNumbers({ file }: RevisionReading): Set<number> {
  try {
    return new Set([...reachable(file)].filter((number) => file.object(number) === null))
  } catch {
    return new Set()
  }
}

interface RevisionPair {
  previous: Revision
  before: RevisionReading | null
  after: RevisionReading | null
  vacant: Set<number>
  closing: Closing
}

function checkRevision(pair: RevisionPair): LaterRevision {
  const { before, after, closing } = pair
  if (closing === 'earlier') return { changes: [], additions: [] }
  if (!before || !after) return resultWith([changeOf('unreadable')], closing)
  try {
    const changes = changesBetween({ ...pair, before, after })
    const addsData = closing === 'none' && changes.length === 0 && addsDataAlone(before, after)
    return addsData ? { changes, additions: ['validation-data'] } : resultWith(changes, closing)
  } catch {
    // An object is damaged.
    return resultWith([changeOf('unreadable')], closing)
  }
}

/** Adds the changes that follow from what closes the revision. */
function resultWith(changes: Change[], closing: Closing): LaterRevision {
  if (closing === 'none') return { changes: [...changes, changeOf('unsigned')], additions: [] }
  if (closing === 'foreign') return { changes: [...changes, changeOf('foreign')], additions: [] }
  return {
    changes,
    additions: closing === 'ours' || closing === 'earlier' || changes.length > 0 ? [] : [closing],
  }
}

function changesBetween(pair: RevisionPair & { before: RevisionReading; after: RevisionReading }): Change[] {
  const { previous, before, after, vacant: vacantNumbers, closing } = pair
  const fillsVacantNumber = [...vacantNumbers].some((number) => after.object(number) !== null)
  if (
    closing !== 'none' &&
    !fillsVacantNumber &&
    isOwnRevision(before.file, after.file) &&
    isStoreSound(pair)
  )
    return lockedChanges(pair)
  const scan = scanRevision(after.file, previous.withLineEnd, before.file.newest.at)
  const isMalformed = 'fault' in scan || changedObjects(before, after).length === 0
  return [
    ...lockedChanges(pair),
    ...forbiddenChanges(before, after, vacantNumbers),
    ...(isMalformed ? [changeOf('structure')] : []),
  ]
}

/**
 * Revisions by others that have our form may contain anything in place of certificates; our own revisions
 * cannot.
 */
const isStoreSound = ({ after, closing }: RevisionPair & { after: RevisionReading }) =>
  closing === 'ours' || storeParts(after) !== null

/** A signature after one that forbids changes counts as a change; time-stamps and validation data do not. */
function lockedChanges({
  before,
  after,
  closing,
}: RevisionPair & { before: RevisionReading; after: RevisionReading }): Change[] {
  if ((closing !== 'ours' && closing !== 'foreign') || !isLocked(before)) return []
  return [{ what: 'locked', page: null, object: after.fields.at(-1)?.toString() ?? '' }]
}

const addsDataAlone = (before: RevisionReading, after: RevisionReading) =>
  additionOf(before, after).field === null &&
  changedObjects(before, after).some((number) => !isTable(after.object(number)))
