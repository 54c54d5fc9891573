import { buffer } from 'node:stream/consumers'
import { readRequest } from './check-request.ts'
import { inspectFile } from './inspect-file.ts'

/** Exit codes for a fault of the file. */
const UNREADABLE = 3
const PROTECTED = 4

/** Checks the file in a request from standard input (`readRequest`); prints the finding as a line of JSON. */
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

// An error that reaches this point is a fault of this process, not of the file.
main().catch(() => process.exit(1))
