import { digestOf } from '../general/algorithms.ts'
import { Ber, oidOf, TAG, timeOf } from '../general/ber.ts'
import type { CertificateParts } from '../general/certificate.ts'
import { OID, readSignedData } from '../general/signed-data.ts'
import type { Problem } from './report.ts'
import { validateSigner } from './signer.ts'

/** The contents of an RFC 3161 time-stamp, as far as they can be read. */
export interface TokenValidation {
  problems: Problem[]
  stampedAt: Date | null
  certificate: CertificateParts | null
  /** The certificates in the token. */
  certificates: CertificateParts[]
}

/** Validates a time-stamp over these bytes. Throws if the value is not a time-stamp. */
export function validateTimestampToken(
  token: Buffer,
  stampedBytes: Buffer,
  others: CertificateParts[],
): TokenValidation {
  const parts = readSignedData(token)
  const [signer] = parts.signers
  if (!signer || !parts.content) throw new Error('This is no time-stamp')
  const info = new Ber(parts.content).children
  const imprint = info[2]
  const time = info.find(({ tag }) => tag === TAG.time)
  if (!imprint || !time) throw new Error('This is no time-stamp')
  const digest = digestOf(oidOf(imprint.child(0).child(0)), stampedBytes)
  const { problems, certificate } = validateSigner(parts, signer, parts.content, others)
  const digestProblems: Problem[] = !digest
    ? ['algorithm']
    : digest.equals(imprint.child(1).octets)
      ? []
      : ['bytes']
  const purposeProblems: Problem[] =
    certificate && !certificate.usages.includes(OID.timeStamping) ? ['time-stamp'] : []
  // A mismatch within the token does not mean that the bytes of the file were changed.
  const signerProblems = problems.map((one) => (one === 'bytes' ? 'signature' : one))
  return {
    problems: [...digestProblems, ...signerProblems, ...purposeProblems],
    stampedAt: timeOf(time),
    certificate,
    certificates: parts.certificates,
  }
}
