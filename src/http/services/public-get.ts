import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface ContactLimits {
  /** Milliseconds for the whole exchange. */
  timeout: number
  /** The maximum number of bytes of the body. */
  atMost: number
  /** Host names that may have an address in a private network. */
  inside?: string[]
}

interface Exchange extends Pick<ContactLimits, 'inside'> {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Resolves a host name, and checks the address by `publicOnly`. */
  lookup?: LookupFunction
  /** Ends the whole exchange, even while the answer is being read. */
  signal: AbortSignal
}

/** Thrown for an address within a private network, or of this machine. */
export class NotPublic extends Error {}

/**
 * Requests an external http or https address, and returns the body. Throws unless the status is 200.
 * Protected as every `contact`.
 */
export async function publicGet(address: string, { timeout, atMost, inside }: ContactLimits) {
  const signal = AbortSignal.timeout(timeout)
  const answer = await contact(address, { method: 'GET', signal, inside })
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new Error(`status ${answer.statusCode}`)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > atMost) throw new Error(`more than ${atMost} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Contacts an external address, with protection against SSRF (server-side request forgery): redirects are
 * not followed, and this machine and private networks are not contacted. It connects to the address that was
 * checked, so DNS rebinding has no effect.
 */
export async function contact(
  address: string,
  { method, headers, body, signal, inside = [], lookup = publicLookup }: Exchange,
): Promise<IncomingMessage> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isExempt = inside.includes(url.hostname)
  if (!isExempt && ipaddr.isValid(host) && !isPublic(host))
    throw new NotPublic(`${host} is no public address`)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) =>
    request(url, { method, headers, lookup: isExempt ? dns.lookup : lookup, signal, agent: false }, done)
      .on('error', fail)
      .end(body),
  )
}

/**
 * Whether an IP address belongs to the internet. An IPv4 address within an IPv6 address is judged as IPv4.
 */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void

/** Resolves a host name; fails if any of its addresses is private. */
export const publicOnly =
  (host: string, options: LookupOptions, done: Parameters<LookupFunction>[2]): LookupCallback =>
  (error, addresses) => {
    const privateAddress = addresses?.find(({ address }) => !isPublic(address))
    const lookupError =
      error ??
      (privateAddress && new NotPublic(`${host} is ${privateAddress.address}, which is no public address`))
    if (lookupError) done(lookupError, '', 0)
    else if (options.all) done(null, addresses)
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }

const publicLookup: LookupFunction = (host, options, done) =>
  dns.lookup(host, { ...options, all: true }, publicOnly(host, options, done) as never)
