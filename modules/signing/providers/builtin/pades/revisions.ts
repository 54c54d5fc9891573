import type { ByteRange, Container } from './containers.ts'
import { sameBytes } from './engine.ts'

/**
 * Where each revision of a file ends: behind its %%EOF, and behind the end of line that may follow. The end
 * of the file is one too, whatever it ends in.
 */
export function revisionEnds(bytes: Uint8Array): [end: number, withLineEnd: number][] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const ends = [...text.matchAll(/startxref\s+\d+\s+%%EOF(\r\n|\r|\n)?/g)].map((match): [number, number] => {
    const withLineEnd = match.index + match[0].length
    return [withLineEnd - (match[1]?.length ?? 0), withLineEnd]
  })
  const last = ends.at(-1)
  if (!last || last[1] < bytes.length) ends.push([bytes.length, bytes.length])
  return ends
}

export const endOf = ([, , next, rest]: ByteRange): number => next + rest

/** Whether a range begins the file, ends with a revision, and leaves out the Contents string and nothing else. */
export function coversRevision(bytes: Uint8Array, { range, contents }: Container, ends: [number, number][]) {
  const [start, length, next] = range
  if (start !== 0 || length <= 0 || next <= length || endOf(range) > bytes.length) return false
  if (!ends.some((end) => end.includes(endOf(range)))) return false
  const gap = Buffer.from(bytes.subarray(length, next)).toString('latin1')
  if (!/^<(?:[0-9A-Fa-f]{2})+>$/.test(gap)) return false
  return sameBytes(Buffer.from(gap.slice(1, -1), 'hex'), contents)
}

/** Whether a revision follows that no sound signature closes. */
export function goesOn(after: number, ends: [number, number][], soundEnds: number[]): boolean {
  return ends.some(
    ([end, withLineEnd]) => withLineEnd > after && end !== after && !closes(end, withLineEnd, soundEnds),
  )
}

const closes = (end: number, withLineEnd: number, soundEnds: number[]) =>
  soundEnds.includes(end) || soundEnds.includes(withLineEnd)
