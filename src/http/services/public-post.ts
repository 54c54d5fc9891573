import { type ContactLimits, contact } from './public-get.ts'

interface Sent {
  headers: Record<string, string>
  body: string
}

/**
 * Sends a body to an http or https address that somebody else supplied, protected like every `contact`.
 * Returns the status and the beginning of the answer, at most `atMost` bytes. Throws when the answer ends
 * before its announced length, and a TimeoutError when it is not finished in time.
 */
export async function publicPost(
  address: string,
  { headers, body }: Sent,
  { timeout, atMost, inside }: ContactLimits,
): Promise<{ status: number; answer: Buffer }> {
  const signal = AbortSignal.timeout(timeout)
  const measured = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  try {
    const answer = await contact(address, { method: 'POST', headers: measured, body, signal, inside })
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of answer) {
      pieces.push(piece)
      size += piece.length
      // Leaving the loop closes the connection.
      if (size >= atMost) break
    }
    return { status: answer.statusCode!, answer: Buffer.concat(pieces).subarray(0, atMost) }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
