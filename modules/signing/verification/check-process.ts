import { buffer } from 'node:stream/consumers'
import { EncryptedFile, LenientDocument } from '#src/pdf/lenient/document.ts'
import { type CheckContext, inspectSignatures } from './finding.ts'

/** The exit code when the file, not the process, is at fault. */
const UNREADABLE = 3
const PROTECTED = 4

/** A separate process for one file from standard input; prints the finding as one line of JSON. */
async function main() {
  const bytes = new Uint8Array(await buffer(process.stdin))
  const [identities = '', timestampCertificates = '', context = '{}'] = process.argv.slice(2)
  const found = await inspectSignatures(
    bytes,
    certificatesIn(identities),
    certificatesIn(timestampCertificates),
    contextIn(context),
  )
  // Without a signature, nothing has tested yet whether the file can be read.
  if (found.outcome === 'unsigned') refuseUnreadable(bytes)
  process.stdout.write(JSON.stringify(found))
}

const certificatesIn = (list: string) =>
  list
    .split(',')
    .filter(Boolean)
    .map((der) => Buffer.from(der, 'base64'))

function contextIn(json: string): CheckContext {
  const { at, revoked } = JSON.parse(json) as { at: string; revoked: { serial: string; at: string }[] }
  return {
    at: new Date(at),
    revoked: revoked.map(({ serial, at: from }) => ({ serial, at: new Date(from) })),
  }
}

function refuseUnreadable(bytes: Uint8Array) {
  const document = new LenientDocument(bytes)
  if (document.pages().length === 0 || !document.bytes.includes('%%EOF'))
    throw new Error('Nothing is to be seen')
}

main().catch((error) => process.exit(error instanceof EncryptedFile ? PROTECTED : UNREADABLE))
