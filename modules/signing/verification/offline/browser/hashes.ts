import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js'

interface RunningHash {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

/** The hash functions by their names in node:crypto; `length` is in bytes, for hashes of variable length. */
const HASHES: Record<string, (length?: number) => RunningHash> = {
  md5: () => md5.create(),
  sha1: () => sha1.create(),
  ripemd160: () => ripemd160.create(),
  sha224: () => sha224.create(),
  sha256: () => sha256.create(),
  sha384: () => sha384.create(),
  sha512: () => sha512.create(),
  'sha512-224': () => sha512_224.create(),
  'sha512-256': () => sha512_256.create(),
  'sha3-224': () => sha3_224.create(),
  'sha3-256': () => sha3_256.create(),
  'sha3-384': () => sha3_384.create(),
  'sha3-512': () => sha3_512.create(),
  shake128: (dkLen) => shake128.create({ dkLen }),
  shake256: (dkLen) => shake256.create({ dkLen }),
}

export const getHashes = (): string[] => Object.keys(HASHES)

class Hash {
  private readonly running: RunningHash

  constructor(running: RunningHash) {
    this.running = running
  }

  update(content: string | Uint8Array): this {
    this.running.update(
      typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    )
    return this
  }

  digest(): Buffer
  digest(encoding: BufferEncoding): string
  digest(encoding?: BufferEncoding): Buffer | string {
    const bytes = Buffer.from(this.running.digest())
    return encoding ? bytes.toString(encoding) : bytes
  }
}

/** Throws for an unsupported hash. */
export function createHash(name: string, { outputLength }: { outputLength?: number } = {}): Hash {
  const make = HASHES[name]
  if (!make) throw new Error(`No hash ${name} here`)
  return new Hash(make(outputLength))
}
