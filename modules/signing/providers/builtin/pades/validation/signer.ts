import { checkSignature, digestOf, isWeak } from '../general/algorithms.ts'
import { oidOf } from '../general/ber.ts'
import type { CertificateParts } from '../general/certificate.ts'
import { certificateOf, OID, type SignedDataParts, type SignerParts } from '../general/signed-data.ts'
import type { Problem, Remark } from './report.ts'

/** The result of the general rules for one signer of a CMS signature. */
export interface SignerValidation {
  problems: Problem[]
  remarks: Remark[]
  certificate: CertificateParts | null
}

/**
 * Validates a signer over `data`: the encapsulated content, or otherwise the signed bytes of the file.
 * `others` are certificates elsewhere in the file, for signatures that contain none.
 */
export function validateSigner(
  parts: SignedDataParts,
  signer: SignerParts,
  data: Buffer,
  others: CertificateParts[],
): SignerValidation {
  const certificate = certificateOf(signer, parts.certificates) ?? certificateOf(signer, others)
  const problem = digestProblem(signer, data) ?? valueProblem(signer, data, certificate)
  const identified = certificate ? namesCertificate(signer, certificate) : 'yes'
  const remarks: Remark[] = []
  if (identified === 'not said') remarks.push('older-form')
  if (isWeak(signer.digest)) remarks.push('weak')
  const problems: Problem[] = identified === 'no' ? ['certificate'] : []
  return { problems: problem ? [problem, ...problems] : problems, remarks, certificate }
}

/** Compares the signed digest with the digest of the data. */
function digestProblem({ signed, signedAttributes, digest }: SignerParts, data: Buffer): Problem | null {
  if (!signedAttributes) return null
  const statedDigest = signed.get(OID.messageDigest)?.octets
  const actualDigest = digestOf(digest, data)
  if (!actualDigest) return 'algorithm'
  if (!statedDigest) return 'format'
  return statedDigest.equals(actualDigest) ? null : 'bytes'
}

function valueProblem(
  signer: SignerParts,
  data: Buffer,
  certificate: CertificateParts | null,
): Problem | null {
  if (!certificate) return 'no-certificate'
  const { algorithm, digest, parameters, signature, signedAttributes } = signer
  const { publicKey } = certificate
  const results = (signedAttributes ?? [data]).map((over) =>
    checkSignature({ algorithm, digest, parameters, publicKey, signature, data: over }),
  )
  if (results.includes('holds')) return null
  if (results.includes('unknown')) return 'algorithm'
  // Without attributes, changed bytes cannot be distinguished from a wrong value.
  return signedAttributes ? 'signature' : 'bytes'
}

/** Whether the signed attributes identify this certificate by its digest (RFC 2634 and RFC 5035). */
function namesCertificate({ signed }: SignerParts, { der }: CertificateParts): 'yes' | 'no' | 'not said' {
  const newerAttribute = signed.get(OID.signingCertificateV2)
  const olderAttribute = signed.get(OID.signingCertificate)
  const attribute = newerAttribute ?? olderAttribute
  if (!attribute) return 'not said'
  try {
    const id = attribute.child(0).child(0)
    const firstChild = id.child(0)
    const withAlgorithm = newerAttribute && firstChild.constructed
    const digest = !newerAttribute ? SHA1 : withAlgorithm ? oidOf(firstChild.child(0)) : SHA256
    const statedDigest = withAlgorithm ? id.child(1).octets : firstChild.octets
    const actualDigest = digestOf(digest, der)
    if (!actualDigest) return 'not said'
    return actualDigest.equals(statedDigest) ? 'yes' : 'no'
  } catch {
    return 'not said'
  }
}

const SHA1 = '1.3.14.3.2.26'
const SHA256 = '2.16.840.1.101.3.4.2.1'
