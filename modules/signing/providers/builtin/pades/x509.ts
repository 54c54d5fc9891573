import { createHash, randomBytes } from 'node:crypto'
import * as asn1 from 'asn1js'
import {
  AccessDescription,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificatePolicies,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  InfoAccess,
  PolicyInformation,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import { derOf, engine } from './engine.ts'

export interface CertificateRequest {
  name: string
  /** The organisational units of the subject. */
  units?: string[]
  email?: string
  /** As E.164. */
  phone?: string | null
  publicKey: CryptoKey
  from: Date
  until: Date
  /** The certificate policy, as an object identifier. */
  policy?: string
  pointers?: Pointers
}

/** The URLs of the issuer's certificate and of its revocation list. */
export interface Pointers {
  issuer: string
  crl: string
}

const COMMON_NAME = '2.5.4.3'
const UNIT = '2.5.4.11'
const POLICIES = '2.5.29.32'
export const CRL_POINTS = '2.5.29.31'
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
const BITS = {
  /** The bits keyCertSign and cRLSign. */
  authority: new asn1.BitString({ valueHex: new Uint8Array([0x06]).buffer, unusedBits: 1 }),
  /** The bits digitalSignature and nonRepudiation. */
  person: new asn1.BitString({ valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 }),
}

/**
 * A self-signed root certificate, as DER. `maxIntermediates`: the maximum number of levels of authorities
 * below it.
 */
export async function makeRoot(
  request: CertificateRequest,
  key: CryptoKey,
  maxIntermediates = 0,
): Promise<Uint8Array> {
  const root = await draft(request)
  root.issuer = root.subject
  root.extensions!.unshift(...authorityExtensions(maxIntermediates))
  await root.sign(key, 'SHA-256', engine)
  return derOf(root)
}

const authorityExtensions = (pathLenConstraint: number) => [
  extension('2.5.29.19', new BasicConstraints({ cA: true, pathLenConstraint }).toSchema(), true),
  extension('2.5.29.15', BITS.authority, true),
]

/** The certificate of an authority below a root that issues certificates to people, as DER. */
export async function makeIntermediate(
  request: CertificateRequest,
  root: Certificate,
  key: CryptoKey,
): Promise<Uint8Array> {
  const certificate = await draft(request)
  certificate.issuer = root.subject
  certificate.extensions!.unshift(...authorityExtensions(0))
  certificate.extensions!.push(authorityKeyExtension(root))
  if (request.pointers) certificate.extensions!.push(...pointerExtensions(request.pointers))
  await certificate.sign(key, 'SHA-256', engine)
  return derOf(certificate)
}

const authorityKeyExtension = (issuer: Certificate) =>
  extension('2.5.29.35', new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(issuer) }).toSchema())

/** A person's certificate, issued by an authority, as DER. */
export async function makeLeaf(
  request: CertificateRequest,
  root: Certificate,
  key: CryptoKey,
): Promise<Uint8Array> {
  const leaf = await draft(request)
  leaf.issuer = root.subject
  leaf.extensions!.unshift(
    extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema(), true),
    extension('2.5.29.15', BITS.person, true),
  )
  leaf.extensions!.push(authorityKeyExtension(root))
  if (request.policy) leaf.extensions!.push(extension(POLICIES, policies(request.policy).toSchema()))
  if (request.pointers) leaf.extensions!.push(...pointerExtensions(request.pointers))
  const names = alternativeNames(request)
  if (names.length > 0) leaf.extensions!.push(extension('2.5.29.17', new GeneralNames({ names }).toSchema()))
  await leaf.sign(key, 'SHA-256', engine)
  return derOf(leaf)
}

/** The contacts of a person: the email address as rfc822Name, and the phone number as a URI (RFC 3966). */
const alternativeNames = ({ email, phone }: CertificateRequest) => [
  // rfc822Name must be ASCII; other addresses are only in the signature log.
  ...(email && /^[\x21-\x7e]+$/.test(email) ? [new GeneralName({ type: 1, value: email })] : []),
  ...(phone ? [new GeneralName({ type: 6, value: `tel:${phone}` })] : []),
]

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** The self-signed certificate of a time-stamp authority, as DER. */
export async function makeTimestampCertificate(
  request: CertificateRequest,
  key: CryptoKey,
): Promise<Uint8Array> {
  const certificate = await draft(request)
  certificate.issuer = certificate.subject
  certificate.extensions!.unshift(
    extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema(), true),
    extension('2.5.29.15', BITS.person, true),
    extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [TIME_STAMPING] }).toSchema(), true),
  )
  await certificate.sign(key, 'SHA-256', engine)
  return derOf(certificate)
}

async function draft({ name, units, publicKey, from, until }: CertificateRequest): Promise<Certificate> {
  const certificate = new Certificate({
    version: 2,
    serialNumber: new asn1.Integer({ valueHex: new Uint8Array(newSerial()).buffer }),
    subject: nameEntries(name, units),
    notBefore: timeOf(from),
    notAfter: timeOf(until),
    extensions: [],
  })
  await certificate.subjectPublicKeyInfo.importKey(publicKey, engine)
  certificate.extensions!.push(extension('2.5.29.14', keyIdentifier(certificate)))
  return certificate
}

/** 128 bits, positive and without a leading zero, so that the DER is 16 bytes long. */
function newSerial(): Uint8Array {
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x7f) | 0x40
  return serial
}

/** X.520 limits each of these names to 64 characters. */
function nameEntries(name: string, units: string[] = []): RelativeDistinguishedNames {
  const part = (type: string, text: string) => {
    const value = new asn1.Utf8String({ value: [...text].slice(0, 64).join('') })
    return new asn1.Set({ value: [new AttributeTypeAndValue({ type, value }).toSchema()] })
  }
  // Encoded here, because the library would join all of them into one part of the name.
  const parts = [part(COMMON_NAME, name), ...units.map((unit) => part(UNIT, unit))]
  const der = new asn1.Sequence({ value: parts }).toBER()
  return new RelativeDistinguishedNames({ schema: asn1.fromBER(der).result })
}

function pointerExtensions({ issuer, crl }: Pointers): Extension[] {
  const address = (value: string) => new GeneralName({ type: 6, value })
  const points = [new DistributionPoint({ distributionPoint: [address(crl)] })]
  const access = [new AccessDescription({ accessMethod: CA_ISSUERS, accessLocation: address(issuer) })]
  return [
    extension(CRL_POINTS, new CRLDistributionPoints({ distributionPoints: points }).toSchema()),
    extension('1.3.6.1.5.5.7.1.1', new InfoAccess({ accessDescriptions: access }).toSchema()),
  ]
}

/** RFC 5280: UTCTime until 2049, GeneralizedTime after that, never with fractions of a second. */
export function timeOf(date: Date): Time {
  const value = new Date(Math.floor(date.getTime() / 1000) * 1000)
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value })
}

export function keyIdentifier(certificate: Certificate): asn1.OctetString {
  const bits = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  const digest = createHash('sha1').update(bits).digest()
  return new asn1.OctetString({ valueHex: new Uint8Array(digest).buffer })
}

export function extension(extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}

const policies = (policyIdentifier: string) =>
  new CertificatePolicies({ certificatePolicies: [new PolicyInformation({ policyIdentifier })] })

/**
 * The policies in the list that a certificate states. Compared as bytes, because asn1js cannot parse such
 * long numbers.
 */
export function policiesOn<Name extends string>(
  certificate: Certificate,
  policyIds: Record<Name, string>,
): Record<Name, boolean> {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === POLICIES)
  const bytes = Buffer.from(extension?.extnValue.valueBlock.valueHexView ?? [])
  const hasPolicy = (policy: string) =>
    bytes.includes(Buffer.from(policies(policy).toSchema().toBER()).subarray(2))
  return Object.fromEntries(
    Object.entries<string>(policyIds).map(([name, policy]) => [name, hasPolicy(policy)]),
  ) as Record<Name, boolean>
}

/** The common name of the certificate's subject; empty if it has none. */
export function nameOn(certificate: Certificate): string {
  const part = certificate.subject.typesAndValues.find(({ type }) => type === COMMON_NAME)
  return part ? String(part.value.valueBlock.value) : ''
}

/** The e-mail address in a certificate, or null. */
export function emailOn(certificate: Certificate): string | null {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === '2.5.29.17')
  const names = extension?.parsedValue as { altNames?: GeneralName[] } | undefined
  const email = names?.altNames?.find(({ type }) => type === 1)
  return email ? String(email.value) : null
}
