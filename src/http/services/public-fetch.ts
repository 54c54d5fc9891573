import { isPublicAddress, localHosts } from './public-address.ts'
import { type ContactLimits, contact, NotPublic } from './public-get.ts'
import { publicResolve } from './public-post.ts'

interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * `fetch` for libraries that call a service whose address a customer entered. It is protected as every
 * `contact`, and follows no redirect. Throws for an address that is not `isPublicAddress`, for an answer of
 * more than `atMost` bytes, and a TimeoutError if it takes too long.
 */
export async function publicFetch(
  address: string,
  { method = 'GET', headers = {}, body }: Request,
  { timeout, atMost }: Omit<ContactLimits, 'inside'>,
): Promise<Response> {
  if (!isPublicAddress(address)) throw new NotPublic(`${address} is no public address`)
  const signal = AbortSignal.timeout(timeout)
  const headersWithLength =
    body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  try {
    const answer = await contact(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: headersWithLength,
      body,
      signal,
      inside: localHosts(),
      lookup: publicResolve,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer) {
      size += chunk.length
      if (size > atMost) throw new Error(`more than ${atMost} bytes`)
      chunks.push(chunk)
    }
    const type = answer.headers['content-type'] ?? ''
    return new Response(Buffer.concat(chunks), {
      status: answer.statusCode,
      headers: { 'content-type': type },
    })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
