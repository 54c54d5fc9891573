import { createHash } from 'node:crypto'

export interface PssParameters {
  /** A digest name of node:crypto. */
  digest: string
  /** Digest of the mask, which may differ from `digest`; node:crypto does not support that. */
  maskDigest: string
  saltLength: number
}

/** EMSA-PSS-VERIFY (RFC 8017, 9.1.2) of a decrypted block; `bits` is one less than the key's length. */
export function isPss(
  encoded: Buffer,
  bits: number,
  data: Buffer,
  { digest, maskDigest, saltLength }: PssParameters,
) {
  const dataDigest = createHash(digest).update(data).digest()
  const length = encoded.length - dataDigest.length - 1
  if (length < saltLength + 1 || encoded.at(-1) !== 0xbc) return false
  const expectedDigest = encoded.subarray(length, length + dataDigest.length)
  const block = Buffer.from(encoded.subarray(0, length))
  const mask = maskOf(expectedDigest, length, maskDigest)
  for (let n = 0; n < length; n++) block[n]! ^= mask[n]!
  block[0]! &= 0xff >> (8 * encoded.length - bits)
  const paddingLength = length - saltLength - 1
  if (block.subarray(0, paddingLength).some((byte) => byte !== 0) || block[paddingLength] !== 1) return false
  const saltedDigest = createHash(digest)
    .update(Buffer.alloc(8))
    .update(dataDigest)
    .update(block.subarray(paddingLength + 1))
    .digest()
  return saltedDigest.equals(expectedDigest)
}

function maskOf(seed: Buffer, length: number, digest: string): Buffer {
  const parts: Buffer[] = []
  for (let counter = 0, producedLength = 0; producedLength < length; counter++) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    const part = createHash(digest).update(seed).update(number).digest()
    parts.push(part)
    producedLength += part.length
  }
  return Buffer.concat(parts)
}
