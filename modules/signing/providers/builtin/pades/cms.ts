import { createHash } from 'node:crypto'
import * as asn1 from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { derOf, engine, readDer, sameBytes } from './engine.ts'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.47'
const TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const DIGESTS: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** A CMS signature of one signer. */
export interface Cms {
  signed: SignedData
  info: SignerInfo
  certificate: Certificate
  otherCertificates: Certificate[]
  /** The RFC 3161 token for the signature, as DER. */
  token: Uint8Array | null
}

/** The DER in a Contents string. Throws if it is followed by anything but zeros. */
export function withoutPadding(contents: Uint8Array): Uint8Array {
  const { length } = readDer(contents)
  if (contents.subarray(length).some((byte) => byte !== 0)) throw new Error('Something follows the signature')
  return contents.subarray(0, length)
}

/**
 * Reads a Contents string. Throws if it is not exactly one detached signature of one signer, padded with
 * zeros.
 */
export function readCms(contents: Uint8Array): Cms {
  const cms = openCms(readDer(withoutPadding(contents)).value)
  if (cms.signed.encapContentInfo.eContent) throw new Error('The signature brings its own content')
  return cms
}

export function openCms(value: asn1.AsnType): Cms {
  const content = new ContentInfo({ schema: value })
  if (content.contentType !== SIGNED_DATA) throw new Error('This is not CMS signed data')
  const signed = new SignedData({ schema: content.content })
  const [info, ...otherSigners] = signed.signerInfos
  if (!info || otherSigners.length > 0) throw new Error('There is not exactly one signer')
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
  const certificate = certificates.find((one) => identifies(info, one))
  if (!certificate) throw new Error('The signer’s certificate is missing')
  const others = certificates.filter((one) => one !== certificate)
  return { signed, info, certificate, otherCertificates: others, token: tokenOf(info) }
}

function identifies({ sid }: SignerInfo, { issuer, serialNumber }: Certificate): boolean {
  return (
    sid instanceof IssuerAndSerialNumber &&
    sid.issuer.isEqual(issuer) &&
    sid.serialNumber.isEqual(serialNumber)
  )
}

function tokenOf({ unsignedAttrs }: SignerInfo): Uint8Array | null {
  const attribute = unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP)
  return attribute ? new Uint8Array(attribute.values[0].toBER()) : null
}

/**
 * Whether the certificate's key made the signature over these bytes, with algorithms that are still trusted.
 */
export async function isSignatureValid({ signed, info }: Cms, data: Uint8Array): Promise<boolean> {
  if (!info.signedAttrs || !DIGESTS[info.digestAlgorithm.algorithmId]) return false
  const signedBytes = new Uint8Array(data).buffer
  return signed.verify({ signer: 0, data: signedBytes, checkChain: false }, engine).catch(() => false)
}

/** Whether the signed attributes identify this certificate, so that no other can be substituted. */
export function namesCertificate({ info, certificate }: Cms): boolean {
  const attribute = info.signedAttrs?.attributes.find(({ type }) => type === SIGNING_CERTIFICATE)
  const id = child(child(attribute?.values[0], 0), 0)
  const firstChild = child(id, 0)
  const algorithm = firstChild instanceof asn1.Sequence ? child(firstChild, 0)?.valueBlock.toString() : null
  const digest = algorithm ? DIGESTS[algorithm] : 'sha256'
  const hash = firstChild instanceof asn1.OctetString ? firstChild : child(id, 1)
  if (!digest || !(hash instanceof asn1.OctetString)) return false
  return sameBytes(createHash(digest).update(derOf(certificate)).digest(), hash.valueBlock.valueHexView)
}

// biome-ignore lint/suspicious/noExplicitAny: asn1js does not type the content of a value
function child(parent: any, index: number): any {
  return parent instanceof asn1.Sequence ? parent.valueBlock.value[index] : undefined
}
