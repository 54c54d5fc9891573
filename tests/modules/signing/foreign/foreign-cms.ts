import { createHash, type KeyObject, sign as signWith, type X509Certificate } from 'node:crypto'
import { Ber } from '#modules/signing/providers/builtin/pades/general/ber.ts'

/** A DER value composed of these parts. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const octets: number[] = []
  for (let rest = content.length; rest > 0; rest >>= 8) octets.unshift(rest & 255)
  const length = content.length < 128 ? [content.length] : [0x80 | octets.length, ...octets]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc & 127]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 127) | 128)
    return digits
  })
  return der(6, Buffer.from(arcs))
}

export interface CmsOptions {
  certificate: X509Certificate
  key: KeyObject
  /** Object identifiers of the signature's and the digest's algorithm. */
  algorithm: string
  digest: string
  /** The name in node:crypto; null for EdDSA. */
  hash: string | null
  plain?: boolean
  parameters?: Buffer
  /** Additional signed attributes, as DER. */
  attributes?: Buffer[]
}

const SHA: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
}

const NULL = Buffer.from([5, 0])

export const attribute = (type: string, value: Buffer) => der(0x30, oid(type), der(0x31, value))

/** Signed data with algorithms that OpenSSL's program does not support. */
export function makeForeignCms(data: Buffer, wish: CmsOptions): Buffer {
  const {
    certificate,
    key,
    algorithm,
    digest,
    hash,
    plain,
    parameters = Buffer.alloc(0),
    attributes = [],
  } = wish
  const body = new Ber(certificate.raw).child(0).children
  const stated = createHash(SHA[digest]!).update(data).digest()
  const attrs = Buffer.concat([
    attribute('1.2.840.113549.1.9.3', oid('1.2.840.113549.1.7.1')),
    attribute('1.2.840.113549.1.9.4', der(4, stated)),
    ...attributes,
  ])
  const how = plain ? { key, dsaEncoding: 'ieee-p1363' as const } : key
  const value = signWith(hash, der(0x31, attrs), how)
  const digestAlgorithm = der(0x30, oid(digest), NULL)
  const one = Buffer.from([2, 1, 1])
  const info = der(
    0x30,
    one,
    der(0x30, body[3]!.encoded, body[1]!.encoded),
    digestAlgorithm,
    der(0xa0, attrs),
    der(0x30, oid(algorithm), parameters),
    der(4, value),
  )
  const signed = der(
    0x30,
    one,
    der(0x31, digestAlgorithm),
    der(0x30, oid('1.2.840.113549.1.7.1')),
    der(0xa0, certificate.raw),
    der(0x31, info),
  )
  return der(0x30, oid('1.2.840.113549.1.7.2'), der(0xa0, signed))
}
