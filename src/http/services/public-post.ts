import { type LookupAddress, promises } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import { type ContactLimits, contact, publicOnly } from './public-get.ts'

/**
 * Queries the name servers directly. `dns.lookup` would occupy one of the process's few threads until it has
 * a result, so a name server that does not answer could delay everything that reads files.
 */
const resolver = new promises.Resolver({ timeout: 2000, tries: 2 })

/** Resolves a host name by the name servers; fails if any of its addresses is private. */
export const publicResolve: LookupFunction = (host, options, done) => {
  const lookup = publicOnly(host, options, done)
  addressesOf(host).then(
    (addresses) => lookup(null, addresses),
    (error) => lookup(error, []),
  )
}

async function addressesOf(host: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (!addresses.length && v4.status === 'rejected') throw v4.reason
  return addresses
}

interface SentBody {
  headers: Record<string, string>
  body: string
}

interface PostAnswer {
  status: number
  headers: IncomingHttpHeaders
  answer: Buffer
}

/**
 * Sends a body to an external http or https address, protected as every `contact`. Returns the status, the
 * headers and the beginning of the answer, at most `atMost` bytes. Throws if the answer ends before its
 * announced length, and a TimeoutError if the exchange takes too long.
 */
export async function publicPost(
  address: string,
  { headers, body }: SentBody,
  { timeout, atMost, inside }: ContactLimits,
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeout)
  const headersWithLength = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  try {
    const answer = await contact(address, {
      method: 'POST',
      headers: headersWithLength,
      body,
      signal,
      inside,
      lookup: publicResolve,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop closes the connection.
      if (size >= atMost) break
    }
    const beginning = Buffer.concat(chunks).subarray(0, atMost)
    return { status: answer.statusCode!, headers: answer.headers, answer: beginning }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
