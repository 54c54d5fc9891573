import type { FileStore } from './file-store.ts'
import { S3Error } from './s3-request.ts'

/** Explains why files cannot be stored, and what the operator can do. */
export class StoreNotUsable extends Error {}

type Advice = [problem: string, advice: string]

const NAME: Advice = ['there is no such host', 'Correct the host in STORAGE_S3_URL.']
const WRONG_STYLE: Advice = [
  'it wants the bucket in the host',
  'Set STORAGE_S3_URL to https://bucket.host instead of https://host/bucket.',
]
const REGION: Advice = ['the region is another one', 'Set STORAGE_S3_REGION to the region of the bucket.']
const KEY: Advice = ['it does not know the key', 'Correct STORAGE_S3_KEY_ID.']
const RIGHTS: Advice = [
  'the key may not do this',
  'Let the key of STORAGE_S3_KEY_ID list the bucket, and read, write and delete its objects.',
]
const DISK_RIGHTS: Advice = [
  'this user may not write there',
  'Let the server’s user own the folder, or correct DATA_DIR.',
]
const FULL: Advice = ['the disk is full', 'Make room on the disk of DATA_DIR.']

/** The advice by the error code of the store, or of Node. */
const ADVICE: Record<string, Advice> = {
  NoSuchBucket: ['there is no such bucket', 'Create it, or correct the bucket in STORAGE_S3_URL.'],
  SecondLevelDomainForbidden: WRONG_STYLE,
  PermanentRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  InvalidRegion: REGION,
  InvalidAccessKeyId: KEY,
  SignatureDoesNotMatch: ['the secret is wrong', 'Correct STORAGE_S3_SECRET, or STORAGE_S3_REGION.'],
  InvalidToken: ['it does not accept the session token', 'Correct AWS_SESSION_TOKEN.'],
  ExpiredToken: ['the session token has ended', 'Renew AWS_SESSION_TOKEN and its key.'],
  RequestTimeTooSkewed: ['the clocks differ', 'Set the clock of this machine.'],
  AccessDenied: RIGHTS,
  'HTTP 403': RIGHTS,
  ENOTFOUND: NAME,
  EAI_AGAIN: NAME,
  ECONNREFUSED: ['nothing listens there', 'Start the store, or correct host and port in STORAGE_S3_URL.'],
  EACCES: DISK_RIGHTS,
  EPERM: DISK_RIGHTS,
  EROFS: DISK_RIGHTS,
  ENOSPC: FULL,
  EDQUOT: FULL,
}

/** The code of an error, or of its cause: fetch wraps network errors. */
function codeOf(error: unknown): string {
  for (
    let current = error as { code?: unknown; cause?: unknown } | undefined;
    current;
    current = current.cause as never
  )
    if (typeof current.code === 'string') return current.code
  return ''
}

/** The message of an error, including that of its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}

export function notUsable({ place }: FileStore, error: unknown): StoreNotUsable {
  const unknownProblem: Advice = ['it does not work', 'Mend that, or correct STORAGE_S3_URL or DATA_DIR.']
  const [problem, advice] = ADVICE[codeOf(error)] ?? unknownProblem
  const message = error instanceof S3Error ? error.message : reasonOf(error)
  return new StoreNotUsable(
    `The file store, ${place}, cannot be used: ${problem}.\n${advice}\nIt said: ${message}`,
    {
      cause: error,
    },
  )
}
