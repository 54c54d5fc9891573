import { createHash } from 'node:crypto'
import * as asn1 from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  IssuerSerial,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { derOf, readCertificate, readDer } from './engine.ts'
import type { SignerIdentity, SigningKey } from './identity.ts'

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.47'
const TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const RSA_SHA256 = '1.2.840.113549.1.1.11'

/** Fetches an RFC 3161 token, as DER, for a SHA-256 digest. */
export type Stamp = (digest: Uint8Array) => Promise<Uint8Array>

/** A detached CAdES signature over a SHA-256 digest, as DER; with `stamp` it includes a time-stamp. */
export async function makeCms(
  digest: Uint8Array,
  signer: SignerIdentity,
  stamp?: Stamp,
): Promise<Uint8Array> {
  const { info, signature } = await signInfo(digest, signer, DATA)
  if (stamp) info.unsignedAttrs = attributeWith(await stamp(sha256Of(signature)))
  const detached = new EncapsulatedContentInfo({ eContentType: DATA })
  return makeSignedData(info, [signer.certificate, ...signer.chain], detached)
}

/** The signer's part of a CMS signature, over the SHA-256 digest of content of this type. */
export async function signInfo(digest: Uint8Array, signer: SignerIdentity, contentType: string) {
  const certificate = readCertificate(signer.certificate)
  const attributes = signedAttributes(digest, certificate, signer.certificate, contentType)
  const signature = await signer.key.sign(new Uint8Array(derSet(attributes)))
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: algorithmOf(signer.key),
    signature: new asn1.OctetString({ valueHex: bufferOf(signature) }),
  })
  return { info, signature }
}

/** A CMS signature of one signer, as DER. */
export function makeSignedData(
  info: SignerInfo,
  certificates: Uint8Array[],
  encapContentInfo: EncapsulatedContentInfo,
): Uint8Array {
  const signed = new SignedData({
    // CMS requires version 3 for any content other than plain data.
    version: encapContentInfo.eContentType === DATA ? 1 : 3,
    encapContentInfo,
    digestAlgorithms: [sha256()],
    certificates: certificates.map(readCertificate),
    signerInfos: [info],
  })
  return derOf(new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema() }))
}

/** Omits the CMS signing-time, because PAdES states the time only in the /M entry of the file. */
function signedAttributes(
  digest: Uint8Array,
  certificate: Certificate,
  der: Uint8Array,
  contentType: string,
): Attribute[] {
  const issuer = new GeneralNames({ names: [new GeneralName({ type: 4, value: certificate.issuer })] })
  const serial = new IssuerSerial({ issuer, serialNumber: certificate.serialNumber })
  const hash = new asn1.OctetString({ valueHex: bufferOf(sha256Of(der)) })
  const certificateId = new asn1.Sequence({ value: [hash, serial.toSchema()] })
  const certificates = new asn1.Sequence({ value: [new asn1.Sequence({ value: [certificateId] })] })
  return [
    attribute(CONTENT_TYPE, new asn1.ObjectIdentifier({ value: contentType })),
    attribute(MESSAGE_DIGEST, new asn1.OctetString({ valueHex: bufferOf(digest) })),
    attribute(SIGNING_CERTIFICATE, certificates),
  ].sort((a, b) => Buffer.compare(derOf(a), derOf(b)))
}

/** The attributes in the encoding that is signed: tagged as a set, not as a part of the signer. */
function derSet(attributes: Attribute[]): Uint8Array {
  const der = derOf(new SignedAndUnsignedAttributes({ type: 0, attributes }))
  der[0] = 0x31
  return der
}

function algorithmOf(key: SigningKey): AlgorithmIdentifier {
  if (key.elliptic) return new AlgorithmIdentifier({ algorithmId: ECDSA_SHA256 })
  return new AlgorithmIdentifier({ algorithmId: RSA_SHA256, algorithmParams: new asn1.Null() })
}

function attributeWith(token: Uint8Array): SignedAndUnsignedAttributes {
  return new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [attribute(TIME_STAMP, readDer(token).value)],
  })
}

const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })

const sha256 = () => new AlgorithmIdentifier({ algorithmId: SHA256 })

const sha256Of = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
