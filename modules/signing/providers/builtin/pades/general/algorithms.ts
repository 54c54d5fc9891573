import {
  constants,
  createHash,
  createPublicKey,
  getHashes,
  type KeyObject,
  publicDecrypt,
  verify,
} from 'node:crypto'
import { type Ber, oidOf } from './ber.ts'
import { isPss } from './pss.ts'

const NIST = '2.16.840.1.101.3.4'

/** Digests by object identifier, with their names in node:crypto. */
const DIGESTS: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '1.3.36.3.2.1': 'ripemd160',
  [`${NIST}.2.1`]: 'sha256',
  [`${NIST}.2.2`]: 'sha384',
  [`${NIST}.2.3`]: 'sha512',
  [`${NIST}.2.4`]: 'sha224',
  [`${NIST}.2.5`]: 'sha512-224',
  [`${NIST}.2.6`]: 'sha512-256',
  [`${NIST}.2.7`]: 'sha3-224',
  [`${NIST}.2.8`]: 'sha3-256',
  [`${NIST}.2.9`]: 'sha3-384',
  [`${NIST}.2.10`]: 'sha3-512',
  [`${NIST}.2.11`]: 'shake128',
  [`${NIST}.2.12`]: 'shake256',
  [`${NIST}.2.17`]: 'shake128',
  [`${NIST}.2.18`]: 'shake256',
  '1.2.156.10197.1.401': 'sm3',
}

/** Digests of variable length, with the length that signatures use. */
const LENGTHS: Record<string, number> = { shake128: 32, shake256: 64 }

/** Digests for which collisions are known. */
const WEAK = new Set(['md5', 'sha1'])

export const digestNamed = (oid: string): string | null => {
  const name = DIGESTS[oid]
  return name && getHashes().includes(name) ? name : null
}

export const isWeak = (oid: string): boolean => WEAK.has(DIGESTS[oid] ?? '')

export function digestOf(oid: string, bytes: Buffer): Buffer | null {
  const name = digestNamed(oid)
  const outputLength = name ? LENGTHS[name] : undefined
  return name ? createHash(name, { outputLength }).update(bytes).digest() : null
}

type Scheme = 'rsa' | 'pss' | 'ecdsa' | 'ecdsa-plain' | 'dsa' | 'eddsa'

/** A signature algorithm, and its digest if the identifier implies one. */
interface Algorithm {
  scheme: Scheme
  digest: string | null
}

const ALGORITHMS: Record<string, Algorithm> = {
  '1.2.840.113549.1.1.1': { scheme: 'rsa', digest: null },
  '1.2.840.113549.1.1.4': { scheme: 'rsa', digest: 'md5' },
  '1.2.840.113549.1.1.5': { scheme: 'rsa', digest: 'sha1' },
  '1.3.14.3.2.29': { scheme: 'rsa', digest: 'sha1' },
  '1.3.36.3.3.1.2': { scheme: 'rsa', digest: 'ripemd160' },
  '1.2.840.113549.1.1.10': { scheme: 'pss', digest: null },
  '1.2.840.113549.1.1.11': { scheme: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { scheme: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { scheme: 'rsa', digest: 'sha512' },
  '1.2.840.113549.1.1.14': { scheme: 'rsa', digest: 'sha224' },
  '1.2.840.113549.1.1.15': { scheme: 'rsa', digest: 'sha512-224' },
  '1.2.840.113549.1.1.16': { scheme: 'rsa', digest: 'sha512-256' },
  '1.2.840.10040.4.1': { scheme: 'dsa', digest: null },
  '1.2.840.10040.4.3': { scheme: 'dsa', digest: 'sha1' },
  '1.2.840.10045.2.1': { scheme: 'ecdsa', digest: null },
  '1.2.840.10045.4.1': { scheme: 'ecdsa', digest: 'sha1' },
  '1.2.840.10045.4.2': { scheme: 'ecdsa', digest: null },
  '1.2.840.10045.4.3': { scheme: 'ecdsa', digest: null },
  '1.2.840.10045.4.3.1': { scheme: 'ecdsa', digest: 'sha224' },
  '1.2.840.10045.4.3.2': { scheme: 'ecdsa', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { scheme: 'ecdsa', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { scheme: 'ecdsa', digest: 'sha512' },
  '1.3.101.112': { scheme: 'eddsa', digest: null },
  '1.3.101.113': { scheme: 'eddsa', digest: null },
  ...numberedAlgorithms(`${NIST}.3`, 1, 'dsa', ['sha224', 'sha256', 'sha384', 'sha512']),
  ...numberedAlgorithms(`${NIST}.3`, 5, 'dsa', ['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512']),
  ...numberedAlgorithms(`${NIST}.3`, 9, 'ecdsa', ['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512']),
  ...numberedAlgorithms(`${NIST}.3`, 13, 'rsa', ['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512']),
  // BSI TR-03111: the two numbers are concatenated, without ASN.1.
  ...numberedAlgorithms('0.4.0.127.0.7.1.1.4.1', 1, 'ecdsa-plain', [
    'sha1',
    'sha224',
    'sha256',
    'sha384',
    'sha512',
  ]),
  ...numberedAlgorithms('0.4.0.127.0.7.1.1.4.1', 6, 'ecdsa-plain', ['ripemd160']),
  ...numberedAlgorithms('0.4.0.127.0.7.1.1.4.1', 8, 'ecdsa-plain', [
    'sha3-224',
    'sha3-256',
    'sha3-384',
    'sha3-512',
  ]),
}

function numberedAlgorithms(
  arc: string,
  firstNumber: number,
  scheme: Scheme,
  digests: string[],
): Record<string, Algorithm> {
  return Object.fromEntries(
    digests.map((digest, index) => [`${arc}.${firstNumber + index}`, { scheme, digest }]),
  )
}

export interface SignatureToCheck {
  /** Object identifiers of the signature algorithm and the digest algorithm. */
  algorithm: string
  digest: string
  parameters: Ber | null
  /** SubjectPublicKeyInfo as DER. */
  publicKey: Buffer
  signature: Buffer
  /** The signed data. */
  data: Buffer
}

/**
 * Whether the key made the signature over this data; unknown if the algorithm or the type of key is not
 * supported.
 */
export function checkSignature(signature: SignatureToCheck): 'holds' | 'fails' | 'unknown' {
  const algorithm = ALGORITHMS[signature.algorithm]
  const key = keyOf(signature.publicKey)
  if (!algorithm || !key) return 'unknown'
  // Some signers state one digest in the signature algorithm, but use the digest that is stated separately.
  const digests = [algorithm.digest, digestNamed(signature.digest)].filter((name) => name !== null)
  const supported = [...new Set(digests)].filter((name) => getHashes().includes(name))
  try {
    if (algorithm.scheme === 'eddsa') return resultOf(verify(null, signature.data, key, signature.signature))
    if (algorithm.scheme === 'pss') return checkPss(signature, key)
    if (supported.length === 0) return 'unknown'
    const options = {
      key,
      dsaEncoding: algorithm.scheme === 'ecdsa-plain' ? ('ieee-p1363' as const) : ('der' as const),
    }
    return resultOf(supported.some((digest) => verify(digest, signature.data, options, signature.signature)))
  } catch {
    return 'fails'
  }
}

const resultOf = (holds: boolean) => (holds ? 'holds' : 'fails')

function keyOf(der: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

const HASH_TAG = 0xa0
const MASK_TAG = 0xa1
const SALT_TAG = 0xa2
const SHA1 = '1.3.14.3.2.26'

/** RSASSA-PSS (RFC 8017) with the parameters of the signature. */
function checkPss({ parameters, data, signature }: SignatureToCheck, key: KeyObject) {
  const parameter = (tag: number) => parameters?.children.find((one) => one.tag === tag)?.child(0)
  const hash = parameter(HASH_TAG)
  const mask = parameter(MASK_TAG)
  const salt = parameter(SALT_TAG)
  const digest = digestNamed(hash ? oidOf(hash.child(0)) : SHA1)
  const maskDigest = digestNamed(mask ? oidOf(mask.child(1).child(0)) : SHA1)
  const saltLength = salt ? Number(BigInt(`0x${salt.content.toString('hex')}`)) : 20
  if (!digest || !maskDigest) return 'unknown'
  if (digest === maskDigest)
    return resultOf(
      verify(digest, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature),
    )
  const encoded = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)
  const bits = (key.asymmetricKeyDetails?.modulusLength ?? 0) - 1
  return resultOf(
    isPss(encoded.subarray(encoded.length - Math.ceil(bits / 8)), bits, data, {
      digest,
      maskDigest,
      saltLength,
    }),
  )
}
