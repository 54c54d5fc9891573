import { EncryptedFile, LenientDocument } from '#src/pdf/lenient/document.ts'
import { type CheckContext, type Finding, inspectSignatures } from './finding.ts'

/** Checks a file as `inspectSignatures` does. 'protected': the file opens only with a password. */
export async function inspectFile(
  bytes: Uint8Array,
  identities: Uint8Array[],
  timestampCertificates: Uint8Array[],
  context: CheckContext,
): Promise<Finding | 'unreadable' | 'protected'> {
  try {
    const finding = await inspectSignatures(bytes, identities, timestampCertificates, context)
    // Without a signature, no earlier step has tested whether the file is readable.
    if (finding.outcome === 'unsigned') requireReadable(bytes)
    return finding
  } catch (error) {
    return error instanceof EncryptedFile ? 'protected' : 'unreadable'
  }
}

function requireReadable(bytes: Uint8Array) {
  const document = new LenientDocument(bytes)
  if (document.pages().length === 0 || !document.bytes.includes('%%EOF'))
    throw new Error('Nothing is to be seen')
}
