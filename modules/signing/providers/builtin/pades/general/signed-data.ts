import { Ber, derOf, oidOf, TAG } from './ber.ts'
import { type CertificateParts, hexOf, readCertificateParts } from './certificate.ts'

export const OID = {
  signedData: '1.2.840.113549.1.7.2',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const

/** The object identifier of signed data in the Chinese standard (GM/T 0010). */
const SIGNED_DATA_GM = '1.2.156.10197.6.1.4.2.2'

/** The parts of CMS signed data (RFC 5652), with any number of signers. */
export interface SignedDataParts {
  /** The encapsulated content; null if the signature is detached. */
  content: Buffer | null
  certificates: CertificateParts[]
  signers: SignerParts[]
}

export interface SignerParts {
  /** The issuer of the certificate, if the signer identifies the certificate by issuer. */
  issuer: Buffer | null
  serial: string | null
  keyIdentifier: Buffer | null
  digest: string
  /** The signed attributes as a set, in each encoding that signers use; null if there are none. */
  signedAttributes: Buffer[] | null
  signed: Map<string, Ber>
  algorithm: string
  parameters: Ber | null
  signature: Buffer
  unsigned: Map<string, Ber>
}

const CERTIFICATES = 0xa0
const SIGNED_ATTRIBUTES = 0xa0
const UNSIGNED_ATTRIBUTES = 0xa1
const KEY_IDENTIFIER = 0x80

/** Reads the value at the beginning of the bytes and ignores the rest. Throws if it is not signed data. */
export function readSignedData(bytes: Buffer): SignedDataParts {
  const info = new Ber(bytes)
  const type = oidOf(info.child(0))
  if (type !== OID.signedData && type !== SIGNED_DATA_GM) throw new Error('This is no signed data')
  const parts = info.child(1, CERTIFICATES).child(0, TAG.sequence).children
  const content = parts[2]?.children[1]
  const certificates = parts.slice(3).find(({ tag }) => tag === CERTIFICATES)
  const signers = parts.at(-1)
  if (signers?.tag !== TAG.set || parts.length < 4) throw new Error('There are no signers')
  return {
    content: content ? contentOf(content.child(0)) : null,
    certificates: (certificates?.children ?? []).flatMap(certificateIn),
    signers: signers.children.map(signerOf),
  }
}

/** In the older format (PKCS #7) the content may have any type. */
const contentOf = (content: Ber) => ((content.tag & 0xdf) === TAG.octets ? content.octets : content.content)

/** Empty for attribute certificates and unreadable ones. */
export function certificateIn(value: Ber): CertificateParts[] {
  try {
    return value.tag === TAG.sequence ? [readCertificateParts(value.encoded)] : []
  } catch {
    return []
  }
}

function signerOf(info: Ber): SignerParts {
  const parts = info.children
  const [, sid, digest, ...remainingParts] = parts
  if (!sid || !digest) throw new Error('This is no signer')
  const attributes = remainingParts[0]?.tag === SIGNED_ATTRIBUTES ? remainingParts.shift()! : null
  const [algorithm, signature, unsigned] = remainingParts
  if (!algorithm || !signature) throw new Error('This is no signer')
  const isByKey = (sid.tag & 0xdf) === KEY_IDENTIFIER
  return {
    issuer: isByKey ? null : sid.child(0).encoded,
    serial: isByKey ? null : hexOf(sid.child(1, TAG.integer).content),
    keyIdentifier: isByKey ? sid.octets : null,
    digest: oidOf(digest.child(0)),
    signedAttributes: attributes && encodingsOf(attributes),
    signed: attributesIn(attributes),
    algorithm: oidOf(algorithm.child(0)),
    parameters: algorithm.children[1] ?? null,
    signature: signature.octets,
    unsigned: attributesIn(unsigned?.tag === UNSIGNED_ATTRIBUTES ? unsigned : null),
  }
}

/** The encodings to try: as received, as DER in the received order, and as DER in the order of a set. */
function encodingsOf(attributes: Ber): Buffer[] {
  const sorted = attributes.children.map((child) => child.der()).sort(Buffer.compare)
  const encodings = [
    underTag(attributes.encoded, TAG.set),
    attributes.der(TAG.set),
    derOf(TAG.set, Buffer.concat(sorted)),
  ]
  return [...new Map(encodings.map((one) => [one.toString('latin1'), one])).values()]
}

function underTag(value: Buffer, tag: number): Buffer {
  const copy = Buffer.from(value)
  copy[0] = tag
  return copy
}

/** The first value of each attribute. */
function attributesIn(set: Ber | null): Map<string, Ber> {
  const attributes = new Map<string, Ber>()
  for (const attribute of set?.children ?? []) {
    const value = attribute.children[1]?.children[0]
    if (value) attributes.set(oidOf(attribute.child(0)), value)
  }
  return attributes
}

/** The certificate that a signer identifies. */
export function certificateOf(
  { issuer, serial, keyIdentifier }: SignerParts,
  certificates: CertificateParts[],
): CertificateParts | null {
  if (keyIdentifier)
    return (
      certificates.find(({ keyIdentifiers }) => keyIdentifiers.some((one) => one.equals(keyIdentifier))) ??
      null
    )
  const bySerial = certificates.filter((one) => one.serial === serial)
  // Two encodings of one name differ in their bytes.
  return bySerial.find((one) => issuer?.equals(one.issuer)) ?? bySerial[0] ?? null
}
