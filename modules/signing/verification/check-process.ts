import { buffer } from 'node:stream/consumers'
import { readRequest } from './check-request.ts'
import { inspectFile } from './inspect-file.ts'

/** Exit code if the file, not the process, is at fault. */
const UNREADABLE = 3
const PROTECTED = 4

/** A separate process for one file from standard input; prints the finding as one line of JSON. */
async function main() {
  const { request, file } = readRequest(await buffer(process.stdin))
  const { identities, timestampCertificates, ...context } = request
  const finding = await inspectFile(
    file,
    certificatesIn(identities),
    certificatesIn(timestampCertificates),
    context,
  )
  if (typeof finding === 'string') process.exit(finding === 'protected' ? PROTECTED : UNREADABLE)
  process.stdout.write(JSON.stringify(finding))
}

const certificatesIn = (list: string[]) => list.map((der) => Buffer.from(der, 'base64'))

main().catch(() => process.exit(UNREADABLE))
