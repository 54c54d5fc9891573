import { derOf, TAG } from '../../../providers/builtin/pades/general/ber.ts'
import { isPss } from '../../../providers/builtin/pades/general/pss.ts'
import { createHash } from './hashes.ts'
import { type KeyObject, numberIn } from './keys.ts'

/**
 * The parts of node:crypto needed to check a signed PDF, for browsers, where WebCrypto is only asynchronous
 * and supports neither SHA-1 signatures nor most curves.
 */
export { createHash, getHashes } from './hashes.ts'
export { createPublicKey, KeyObject } from './keys.ts'
export { X509Certificate } from './x509.ts'

export const constants = { RSA_PKCS1_PSS_PADDING: 6, RSA_NO_PADDING: 3 }

export const randomBytes = (length: number): Buffer =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)))

interface VerifyOptions {
  key: KeyObject
  dsaEncoding?: 'der' | 'ieee-p1363'
  padding?: number
  saltLength?: number
}

/** Works like node:crypto. Throws for malformed signatures. */
export function verify(
  digest: string | null,
  data: Uint8Array,
  keyOrOptions: KeyObject | VerifyOptions,
  signature: Uint8Array,
) {
  const { key: keyObject, ...options } = 'export' in keyOrOptions ? { key: keyOrOptions } : keyOrOptions
  const { key } = keyObject
  if (key.kind === 'eddsa')
    return key.curve.verify(new Uint8Array(signature), new Uint8Array(data), key.point)
  if (key.kind === 'ec') {
    const format = options.dsaEncoding === 'ieee-p1363' ? ('compact' as const) : ('der' as const)
    const dataDigest = new Uint8Array(createHash(digest!).update(data).digest())
    return key.curve.verify(new Uint8Array(signature), dataDigest, key.point, {
      prehash: false,
      lowS: false,
      format,
    })
  }
  const encoded = publicDecrypt({ key: keyObject }, signature)
  if (options.padding === constants.RSA_PKCS1_PSS_PADDING) {
    const bits = key.modulus.toString(2).length - 1
    const block = encoded.subarray(encoded.length - Math.ceil(bits / 8))
    const pss = { digest: digest!, maskDigest: digest!, saltLength: options.saltLength ?? 0 }
    return isPss(block, bits, Buffer.from(data), pss)
  }
  return encoded.equals(paddedDigest(digest!, data, encoded.length))
}

/** RSA with the public key, without padding. Throws if the block is not shorter than the modulus. */
export function publicDecrypt({ key: { key } }: { key: KeyObject }, block: Uint8Array): Buffer {
  if (key.kind !== 'rsa') throw new Error('Only RSA decrypts')
  const { modulus, exponent } = key
  const length = Math.ceil(modulus.toString(16).length / 2)
  const number = numberIn(block)
  if (block.length !== length || number >= modulus) throw new Error('The block is too long')
  return Buffer.from(
    power(number, exponent, modulus)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  )
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (
    let [square, remaining] = [base, exponent];
    remaining > 0n;
    remaining >>= 1n, square = (square * square) % modulus
  )
    if (remaining & 1n) result = (result * square) % modulus
  return result
}

/** The object identifiers of digests, as DER without tag and length. */
const DIGESTS: Record<string, string> = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  ripemd160: '2b24030201',
  sha256: '608648016503040201',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  sha224: '608648016503040204',
  'sha512-224': '608648016503040205',
  'sha512-256': '608648016503040206',
  'sha3-224': '608648016503040207',
  'sha3-256': '608648016503040208',
  'sha3-384': '608648016503040209',
  'sha3-512': '60864801650304020a',
}

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2). */
function paddedDigest(digest: string, data: Uint8Array, length: number): Buffer {
  const oid = derOf(TAG.oid, Buffer.from(DIGESTS[digest]!, 'hex'))
  const algorithm = derOf(TAG.sequence, Buffer.concat([oid, Buffer.from([5, 0])]))
  const digestOctets = derOf(TAG.octets, createHash(digest).update(data).digest())
  const info = derOf(TAG.sequence, Buffer.concat([algorithm, digestOctets]))
  const padding = Buffer.alloc(Math.max(8, length - info.length - 3), 0xff)
  return Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), info])
}
