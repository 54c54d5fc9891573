import { ContentInfo, EncapsulatedContentInfo, SignedData } from 'pkijs'
import { type Cms, isSignatureValid, namesCertificate, readCms, withoutPadding } from '../cms.ts'
import type { Container } from '../containers.ts'
import { derOf, sameBytes } from '../engine.ts'
import { coversRevision, type Revision } from '../revisions.ts'
import type { Problem } from './report.ts'

/**
 * Problems of a signature of our authority that the general rules do not cover: our signatures always cover
 * a whole revision, have one signer whose certificate they identify, and are encoded as our writer encodes
 * them.
 */
export async function ownSignatureProblems(
  container: Container,
  { bytes, revisions }: { bytes: Uint8Array; revisions: Revision[] },
  data: Buffer,
): Promise<Problem[]> {
  if (!coversRevision(bytes, container, revisions)) return ['range']
  const problems: Problem[] = []
  try {
    const cms = readCms(container.contents)
    if (!isCanonical(cms, container.contents)) problems.push('format')
    if (!(await isSignatureValid(cms, data))) problems.push('signature')
    if (!namesCertificate(cms)) problems.push('certificate')
  } catch {
    problems.push('format')
  }
  return problems
}

const DATA = '1.2.840.113549.1.7.1'

/** Whether encoding the parsed signature again gives the same bytes; readers tolerate other encodings. */
function isCanonical({ signed, info }: Cms, contents: Uint8Array): boolean {
  const reencoded = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    digestAlgorithms: [info.digestAlgorithm],
    certificates: signed.certificates,
    signerInfos: [info],
  })
  const contentInfo = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: reencoded.toSchema() })
  return info.version === 1 && sameBytes(derOf(contentInfo), withoutPadding(contents))
}
