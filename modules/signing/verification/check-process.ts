import { buffer } from 'node:stream/consumers'
import type { CheckContext } from './finding.ts'
import { inspectFile } from './inspect-file.ts'

/** Exit code if the file, not the process, is at fault. */
const UNREADABLE = 3
const PROTECTED = 4

/** A separate process for one file from standard input; prints the finding as one line of JSON. */
async function main() {
  const bytes = new Uint8Array(await buffer(process.stdin))
  const [identities = '', timestampCertificates = '', context = '{}'] = process.argv.slice(2)
  const finding = await inspectFile(
    bytes,
    certificatesIn(identities),
    certificatesIn(timestampCertificates),
    contextIn(context),
  )
  if (typeof finding === 'string') process.exit(finding === 'protected' ? PROTECTED : UNREADABLE)
  process.stdout.write(JSON.stringify(finding))
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

main().catch(() => process.exit(UNREADABLE))
