import type { ByteRange, Container } from './containers.ts'
import { sameBytes } from './engine.ts'

/** One revision of a file, which begins with all previous ones. */
export interface Revision {
  /** The offset after its %%EOF and an optional line end. */
  end: number
  withLineEnd: number
  /** The offset of its cross-reference table that it states; -1 if missing. */
  startxref: number
}

/** The revisions of a file, oldest first. Bytes after the last %%EOF count as a revision too. */
export function revisionsOf(bytes: Uint8Array): Revision[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const matches = [...text.matchAll(/startxref\s+(\d{1,12})\s+%%EOF(\r\n|\r|\n)?/g)].map((match) => {
    const withLineEnd = match.index + match[0].length
    return { end: withLineEnd - (match[2]?.length ?? 0), withLineEnd, startxref: Number(match[1]) }
  })
  const lastMatch = matches.at(-1)
  if (lastMatch && lastMatch.withLineEnd === bytes.length) return matches
  return [...matches, { end: bytes.length, withLineEnd: bytes.length, startxref: -1 }]
}

export const endOf = ([, , next, rest]: ByteRange): number => next + rest

export const endsAt = ({ end, withLineEnd }: Revision, offset: number): boolean =>
  end === offset || withLineEnd === offset

/**
 * Whether a range begins at the start of the file, ends with a revision, and leaves out only the Contents
 * string.
 */
export function coversRevision(bytes: Uint8Array, { range, contents }: Container, revisions: Revision[]) {
  const [start, length, next] = range
  if (start !== 0 || length <= 0 || next <= length || endOf(range) > bytes.length) return false
  if (!revisions.some((revision) => endsAt(revision, endOf(range)))) return false
  const gap = Buffer.from(bytes.subarray(length, next)).toString('latin1')
  if (!/^<(?:[0-9A-Fa-f]{2})+>$/.test(gap)) return false
  return sameBytes(Buffer.from(gap.slice(1, -1), 'hex'), contents)
}
