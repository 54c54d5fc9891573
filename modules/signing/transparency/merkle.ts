import { createHash } from 'node:crypto'

const hashOf = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

/** An entry of the log; without the salt it reveals nothing about the hash. */
export const entryOf = (salt: Uint8Array, sha256: string): Buffer => hashOf(salt, Buffer.from(sha256, 'hex'))

/** The hash of an entry in the tree (RFC 9162, 2.1.1). */
export const leafHash = (entry: Uint8Array): Buffer => hashOf(LEAF, entry)

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => hashOf(NODE, left, right)

/** The root of an empty tree. */
export const EMPTY_ROOT = hashOf()

/** The largest power of two below `size`, which is at least 2. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/**
 * Calculates the root of a Merkle tree from a leaf and its inclusion proof (RFC 9162, 2.1.3.2); null if the
 * proof has the wrong length or the position is not in the tree.
 */
export function rootFromProof(
  leaf: Uint8Array,
  { position, size, proof }: { position: number; size: number; proof: Uint8Array[] },
): Uint8Array | null {
  if (!Number.isSafeInteger(position) || position < 0 || position >= size) return null
  const path = [...proof]
  const root = rootWithin(leaf, position, size, path)
  return path.length === 0 ? root : null
}

/** Takes the needed hashes from the end of the path. */
function rootWithin(leaf: Uint8Array, position: number, size: number, path: Uint8Array[]): Uint8Array | null {
  if (size === 1) return leaf
  const other = path.pop()
  if (!other) return null
  const split = splitOf(size)
  const isLeft = position < split
  const [subPosition, count] = isLeft ? [position, split] : [position - split, size - split]
  const leftRoot = rootWithin(leaf, subPosition, count, path)
  if (!leftRoot) return null
  return isLeft ? nodeHash(leftRoot, other) : nodeHash(other, leftRoot)
}
