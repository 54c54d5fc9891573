import type { Db } from '#src/db/db.ts'
import { EMPTY_ROOT, nodeHash, splitOf } from './merkle.ts'

/** Each tile has 2 to the power of 8 hashes. */
const HEIGHT = 8
export const TILE = 2 ** HEIGHT

/** The stored hashes of one level: `count` hashes from a position. */
export async function hashesAt(db: Db, level: number, from: number, count: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('signing.log_hash')
    .select('hash')
    .where('level', '=', level)
    .where('position', '>=', from)
    .where('position', '<', from + count)
    .orderBy('position')
    .execute()
  if (rows.length !== count) throw new Error(`The log has not ${count} hashes from ${from} at level ${level}`)
  return rows.map(({ hash }) => hash)
}

/** The root over these hashes, the number of which is a power of two. */
export function rootOf(hashes: Buffer[]): Buffer {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, n) => nodeHash(row[2 * n]!, row[2 * n + 1]!))
  return row[0]!
}

/** The root of the log's first `size` entries. */
export async function rootAt(db: Db, size: number): Promise<Buffer> {
  return size === 0 ? EMPTY_ROOT : hashOfRange(db, 0, size)
}

/** The hash of a subtree: the entries from `begin` up to but not including `end`. */
async function hashOfRange(db: Db, begin: number, end: number): Promise<Buffer> {
  const size = end - begin
  const height = Math.log2(size)
  if (Number.isInteger(height)) {
    const level = Math.floor(height / HEIGHT)
    const width = TILE ** level
    return rootOf(await hashesAt(db, level, begin / width, size / width))
  }
  const split = splitOf(size)
  return nodeHash(await hashOfRange(db, begin, begin + split), await hashOfRange(db, begin + split, end))
}

/**
 * The inclusion proof that the entry at a position is among the first `size` entries (RFC 9162, 2.1.3.1).
 */
export async function inclusionProof(db: Db, position: number, size: number): Promise<Buffer[]> {
  const path: Buffer[] = []
  for (let [begin, end] = [0, size]; end - begin > 1; ) {
    const middle = begin + splitOf(end - begin)
    const isLeft = position < middle
    path.push(await (isLeft ? hashOfRange(db, middle, end) : hashOfRange(db, begin, middle)))
    if (isLeft) end = middle
    else begin = middle
  }
  return path.reverse()
}
