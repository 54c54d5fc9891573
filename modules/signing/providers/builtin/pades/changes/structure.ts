import type { Revision } from '../revisions.ts'
import { changedObjects } from './changes.ts'
import type { Reading } from './reading.ts'

/** An object's head; bounded, so that a long run of digits is passed in one go. */
const HEAD = /(?<![\d.])(\d{1,10}) (\d{1,5}) obj\b/g

/**
 * Whether a revision is written as ours are: it continues the one before it, has no second table for other
 * readers, and each object in it is one that the table leads to, once.
 */
export function isPlainUpdate(
  bytes: Uint8Array,
  [previous, revision]: [Revision, Revision],
  before: Reading,
  after: Reading,
): boolean {
  const { trailer } = after
  if (revision.startxref < previous.end || trailer.has('XRefStm') || trailer.has('Encrypt')) return false
  if (trailer.getNumber('Prev')?.value !== previous.startxref) return false
  const text = Buffer.from(bytes.subarray(previous.end, revision.withLineEnd)).toString('latin1')
  const heads = [...text.matchAll(HEAD)].map(([, number]) => Number(number)).sort((a, b) => a - b)
  return heads.join() === changedObjects(before, after).join()
}
