import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import { unavailable } from './errors.ts'

const MEGABYTE = 1024 * 1024
export const MAX_ANSWER_BYTES = MEGABYTE
export const MAX_FILE_BYTES = 100 * MEGABYTE

export interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Sends one request and follows no redirects. Throws 'unavailable' if there is no answer, or one of more
 * than `limit` bytes.
 */
export async function send(
  url: string,
  init: RequestInit,
  { timeout, limit = MAX_ANSWER_BYTES }: { timeout: number; limit?: number },
): Promise<Answer> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) })
    return { status: answer.status, headers: answer.headers, body: await bodyOf(answer, limit) }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    // The cause is left out, because it may quote the request with its token.
    throw unavailable('NO_ANSWER', `DocuSign did not answer: ${(error as Error).name}`)
  }
}

async function bodyOf(answer: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > limit) throw unavailable('TOO_LARGE', `DocuSign answered with more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Parses a JSON body; throws 'unavailable' if it has another shape. */
export function parse<T extends v.GenericSchema>(schema: T, body: Buffer): v.InferOutput<T> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString('utf8'))
  if (parsed.success) return parsed.output
  const path = v.getDotPath(parsed.issues[0]) ?? ''
  throw unavailable('UNEXPECTED_ANSWER', `DocuSign answered in an unexpected shape at "${path}"`)
}
