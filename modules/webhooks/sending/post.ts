import { now } from '#src/core/clock.ts'
import { localHosts } from '#src/http/services/public-address.ts'
import { NotPublic } from '#src/http/services/public-get.ts'
import { publicPost } from '#src/http/services/public-post.ts'
import type { Problem } from '../schema.ts'
import { type Keys, signatures } from './keys.ts'
import { retryAfter } from './retry-after.ts'

/** Milliseconds for an attempt, from the DNS look-up to the end of the response. */
export const ATTEMPT_LIMITS = { timeout: 15_000 }

/** Number of bytes of a response that are read; the customer sees the first 1024. */
const MAX_ANSWER_BYTES = 4096
const MAX_SHOWN_BYTES = 1024

export interface Attempt {
  delivered: boolean
  status: number | null
  problem: Problem | null
  answer: string
  milliseconds: number
  /** Milliseconds for which the receiver asks us to wait. */
  waitMilliseconds: number
}

interface Message {
  id: string
  url: string
  body: string
  keys: Keys[]
}

/** Sends a message once; a failure is returned, never thrown. */
export async function post({ id, url, body, keys }: Message): Promise<Attempt> {
  const startTime = performance.now()
  const timestamp = Math.floor(now().getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Qishu-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(keys, { id, timestamp, body }),
  }
  const response = await publicPost(
    url,
    { headers, body },
    { timeout: ATTEMPT_LIMITS.timeout, atMost: MAX_ANSWER_BYTES, inside: localHosts() },
  ).catch((error: Error) => error)
  const milliseconds = Math.round(performance.now() - startTime)
  if (response instanceof Error)
    return {
      delivered: false,
      status: null,
      problem: problemOf(response),
      answer: '',
      milliseconds,
      waitMilliseconds: 0,
    }
  const { status, answer } = response
  const delivered = status >= 200 && status < 300
  return {
    delivered,
    status,
    problem: null,
    answer: readableText(answer),
    milliseconds,
    waitMilliseconds: retryAfter(response),
  }
}

/** Removes control characters: PostgreSQL cannot store NUL, and the others mean nothing on a page. */
const readableText = (answer: Buffer) =>
  answer
    .subarray(0, MAX_SHOWN_BYTES)
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, '\ufffd')

const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/

function problemOf(error: Error & { code?: string; syscall?: string }): Problem {
  if (error instanceof NotPublic) return 'private'
  if (error.name === 'TimeoutError') return 'timeout'
  if (error.syscall?.startsWith('query')) return 'name'
  return CERTIFICATE.test(error.code ?? '') ? 'certificate' : 'connection'
}
