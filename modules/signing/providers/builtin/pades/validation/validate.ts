import type { Certificate } from 'pkijs'
import type { Container } from '../containers.ts'
import { readCertificate } from '../engine.ts'
import { checkSignature, digestOf } from '../general/algorithms.ts'
import { Ber, timeOf } from '../general/ber.ts'
import { type CertificateParts, readCertificateParts } from '../general/certificate.ts'
import { OID, readSignedData, type SignedDataParts, type SignerParts } from '../general/signed-data.ts'
import { isOurs } from '../identity.ts'
import type { Revision } from '../revisions.ts'
import { isTrusted as chainTrusted } from '../trust.ts'
import { ownSignatureProblems } from './own-rules.ts'
import { rangeFault, signedBytes } from './range.ts'
import { blankReport, type Problem, type Remark, type SignatureReport, type Trust } from './report.ts'
import { validateSigner } from './signer.ts'
import { type TokenValidation, validateTimestampToken } from './token.ts'

/** The context for validating the signatures of one file. */
export interface ValidationContext {
  bytes: Uint8Array
  revisions: Revision[]
  trust: Trust
  /** All certificates in the file. */
  certificates: CertificateParts[]
}

/**
 * Validates a signature by the general rules of EN 319 102-1, and a signature of our authority by stricter
 * rules too. Returns at least one report, one per signer; everything readable is reported despite problems.
 */
export async function validateSignature(
  validationContext: ValidationContext,
  container: Container,
): Promise<SignatureReport[]> {
  const fault = rangeFault(validationContext.bytes, container)
  const report = reportOf(container)
  const data = fault ? Buffer.alloc(0) : signedBytes(validationContext.bytes, container)
  const input = { validationContext, container, data, report, fault: fault ? [fault] : [] }
  try {
    if (container.isTimestamp) return [await validateDocumentTimestamp(input)]
    if (container.subFilter === 'adbe.x509.rsa_sha1') return [validateBareSignature(input)]
    const parts = readSignedData(Buffer.from(container.contents))
    if (parts.signers.length === 0) throw new Error('Nobody signed')
    return await Promise.all(parts.signers.map((signer) => validateCmsSigner(input, parts, signer)))
  } catch {
    return [{ ...report, problems: fault ? [fault, 'format'] : ['format'] }]
  }
}

function reportOf({ fieldName, isTimestamp, claimedAt, place, range }: Container): SignatureReport {
  const report = blankReport(range)
  return { ...report, fieldName, isTimestamp, claimedAt, place }
}

interface ValidationInput {
  validationContext: ValidationContext
  container: Container
  /** The signed bytes; empty if the range is invalid. */
  data: Buffer
  report: SignatureReport
  fault: Problem[]
}

async function validateDocumentTimestamp({
  validationContext,
  container,
  data,
  report,
  fault,
}: ValidationInput): Promise<SignatureReport> {
  const stamp = validateTimestampToken(Buffer.from(container.contents), data, validationContext.certificates)
  const { certificate, stampedAt } = stamp
  const problems =
    fault.length > 0 ? [...fault, ...stamp.problems.filter((one) => one !== 'bytes')] : stamp.problems
  const clockTrusted =
    problems.length === 0 && (await stampTrusted(stamp, validationContext.trust.timestampCertificates))
  return {
    ...withCertificate(report, certificate, stampedAt),
    problems: [...new Set(problems)],
    timestampedAt: stampedAt,
    timestampedBy: certificate?.name ?? null,
    timestampCertificate: certificate && new Uint8Array(certificate.der),
    clockTrusted,
    trusted: clockTrusted,
  }
}

function withCertificate(report: SignatureReport, certificate: CertificateParts | null, at: Date | null) {
  if (!certificate) return report
  const { der, name, email, phone, from, until } = certificate
  const withinValidity = at !== null && from !== null && until !== null && from <= at && at <= until
  return { ...report, signer: name, email, phone, certificate: new Uint8Array(der), withinValidity }
}

async function validateCmsSigner(
  input: ValidationInput,
  parts: SignedDataParts,
  signer: SignerParts,
): Promise<SignatureReport> {
  const { validationContext, container, data, report, fault } = input
  const signedContent = parts.content ?? data
  const validation = validateSigner(parts, signer, signedContent, validationContext.certificates)
  const contentProblems: Problem[] = parts.content && !matchesContent(parts.content, data) ? ['bytes'] : []
  const signerProblems =
    fault.length > 0
      ? validation.problems.filter((one) => one !== 'bytes')
      : [...contentProblems, ...validation.problems]
  const stamp = stampOn(signer, validationContext)
  const validStamp = stamp && stamp !== 'unsound' && stamp.problems.length === 0 ? stamp : null
  const claimedAt = report.claimedAt ?? signingTime(signer)
  const signedAt = validStamp?.stampedAt ?? claimedAt
  const general: SignatureReport = {
    ...withCertificate(report, validation.certificate, signedAt),
    problems: [...new Set([...fault, ...signerProblems])],
    claimedAt,
    timestampedAt: validStamp?.stampedAt ?? null,
    timestampedBy: validStamp?.certificate?.name ?? null,
    timestampCertificate: validStamp?.certificate ? new Uint8Array(validStamp.certificate.der) : null,
    clockTrusted:
      validStamp !== null && (await stampTrusted(validStamp, validationContext.trust.timestampCertificates)),
  }
  general.remarks = remarksOn(validation.remarks, general, stamp !== null && !validStamp, container)
  const issuedByAuthority = isOurCertificate(general, validationContext, signedAt)
  if (!issuedByAuthority) return general
  const badStamp: Problem[] = stamp !== null && !validStamp ? ['time-stamp'] : []
  // The problems from the general rules are more precise.
  const ownProblems =
    general.problems.length > 0 ? [] : await ownSignatureProblems(container, validationContext, data)
  const problems = [...general.problems, ...ownProblems, ...badStamp]
  const ofAuthority = problems.length === 0
  const trusted = ofAuthority && (stamp === null || general.clockTrusted)
  return { ...general, problems, issuedByAuthority, ofAuthority, trusted }
}

/** Whether encapsulated content equals the signed bytes, or their digest as in adbe.pkcs7.sha1. */
function matchesContent(content: Buffer, data: Buffer): boolean {
  const digests = DIGESTS_BY_LENGTH[content.length] ?? []
  return content.equals(data) || digests.some((digest) => digestOf(digest, data)?.equals(content))
}

const NIST = '2.16.840.1.101.3.4.2'
const DIGESTS_BY_LENGTH: Record<number, string[]> = {
  20: ['1.3.14.3.2.26'],
  32: [`${NIST}.1`, `${NIST}.8`],
  48: [`${NIST}.2`, `${NIST}.9`],
  64: [`${NIST}.3`, `${NIST}.10`],
}

function remarksOn(
  knownRemarks: Remark[],
  report: SignatureReport,
  badStamp: boolean,
  { contents }: Container,
): Remark[] {
  const remarks = [...knownRemarks]
  const isOutsideValidity = report.certificate !== null && !report.withinValidity
  if (isOutsideValidity && (report.timestampedAt ?? report.claimedAt) !== null)
    remarks.push('out-of-validity')
  if (badStamp) remarks.push('bad-stamp')
  const bytes = Buffer.from(contents)
  if (bytes.subarray(new Ber(bytes).end).some((byte) => byte !== 0)) remarks.push('padding')
  return remarks
}

function signingTime({ signed }: SignerParts): Date | null {
  const value = signed.get(OID.signingTime)
  return value ? timeOf(value) : null
}

function stampOn({ unsigned, signature }: SignerParts, { certificates }: ValidationContext) {
  const token = unsigned.get(OID.timeStamp)
  if (!token) return null
  try {
    return validateTimestampToken(token.encoded, signature, certificates)
  } catch {
    return 'unsound' as const
  }
}

/** Whether the server's certificate chains to a known time-stamp server. */
export async function stampTrusted(
  { certificate, certificates, stampedAt }: TokenValidation,
  timestampCertificates: Certificate[],
) {
  if (!certificate || !stampedAt || timestampCertificates.length === 0) return false
  try {
    const intermediates = certificates.filter((one) => !one.der.equals(certificate.der))
    return await chainTrusted(
      readCertificate(certificate.der),
      intermediates.map((one) => readCertificate(one.der)),
      timestampCertificates,
      stampedAt,
    )
  } catch {
    return false
  }
}

/** A certificate that the strict parser cannot read is not ours. */
function isOurCertificate(
  { certificate }: SignatureReport,
  validationContext: ValidationContext,
  at: Date | null,
): boolean {
  const others = validationContext.certificates.map(({ der }) => new Uint8Array(der))
  try {
    return (
      certificate !== null &&
      at !== null &&
      isOurs(certificate, validationContext.trust.identities, at, others)
    )
  } catch {
    return false
  }
}

/** The oldest format: a bare RSA signature with its certificate in the file. */
function validateBareSignature({ container, data, report, fault }: ValidationInput): SignatureReport {
  const [der] = container.certificates
  const certificate = der ? readCertificateParts(Buffer.from(der)) : null
  const withSigner = withCertificate(report, certificate, report.claimedAt)
  const remarks: Remark[] = ['older-form', 'weak']
  if (!certificate) return { ...withSigner, remarks, problems: [...fault, 'no-certificate'] }
  const signature = new Ber(Buffer.from(container.contents)).octets
  const { publicKey } = certificate
  const results = ['1.3.14.3.2.26', `${NIST}.1`, `${NIST}.2`, `${NIST}.3`].map((digest) =>
    checkSignature({ algorithm: RSA, digest, parameters: null, publicKey, signature, data }),
  )
  const valueProblems: Problem[] = results.includes('holds')
    ? []
    : results.includes('unknown')
      ? ['algorithm']
      : ['bytes']
  return { ...withSigner, remarks, problems: fault.length > 0 ? fault : valueProblems }
}

const RSA = '1.2.840.113549.1.1.1'
