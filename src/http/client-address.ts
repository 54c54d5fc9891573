import ipaddr from 'ipaddr.js'
import { config } from '#src/core/config.ts'
import type { Ctx } from './web.ts'

const UNKNOWN = 'unknown'

/**
 * The caller's address in its one canonical spelling, from the socket unless TRUST_PROXY says that a proxy of
 * ours is in front; 'unknown' for what is no address. For records: what is counted goes by `networkOf`.
 */
export function clientAddress(c: Ctx): string {
  return parse(givenAddress(c))?.toString() ?? UNKNOWN
}

function givenAddress(c: Ctx): string {
  // The last one is what our own proxy saw; those before it are the caller's words.
  const forwarded = config.TRUST_PROXY && c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } })?.incoming?.socket
  return forwarded || (socket?.remoteAddress ?? '')
}

/** Null for what is no address. An IPv4 address in the clothes of an IPv6 one is an IPv4 address. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const text = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null
  const parsed = ipaddr.process(text)
  if (parsed instanceof ipaddr.IPv4) return parsed
  return embedded(parsed) ?? new ipaddr.IPv6([...parsed.parts])
}

/**
 * The IPv4 address inside one of 6to4 (RFC 3056) or NAT64 (RFC 6052): its owner has all of that network.
 */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray()
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  if (address.range() === 'rfc6052') return new ipaddr.IPv4(bytes.slice(12))
  return null
}

/**
 * Who the caller is to every limiter: an IPv4 address, or the /64 that one subscriber has of IPv6, however it
 * is spelt. All of whom nothing is known are one.
 */
export function networkOf(c: Ctx): string {
  const address = parse(givenAddress(c))
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? UNKNOWN
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}

/** The same, null where nothing is known. */
export function knownNetworkOf(c: Ctx): string | null {
  const network = networkOf(c)
  return network === UNKNOWN ? null : network
}
