import ipaddr from 'ipaddr.js'
import { config } from '#src/core/config.ts'
import type { Ctx } from './web.ts'

const UNKNOWN = 'unknown'

/**
 * The client's address in canonical form, read from the socket unless TRUST_PROXY declares a proxy of ours;
 * 'unknown' if it is invalid. For records only; limits use `networkOf`.
 */
export function clientAddress(c: Ctx): string {
  return parse(rawAddress(c))?.toString() ?? UNKNOWN
}

function rawAddress(c: Ctx): string {
  // The last entry was added by our own proxy; the client may have forged the earlier ones.
  const forwarded = config.TRUST_PROXY && c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } })?.incoming?.socket
  return forwarded || (socket?.remoteAddress ?? '')
}

const PRIVATE = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/** Whether the client is on this machine or in a private network. */
export function isPrivateClient(c: Ctx): boolean {
  const address = rawAddress(c)
  return address === '' || PRIVATE.has(parse(address)?.range() ?? '')
}

/** The parsed address; null if it is invalid. An IPv4-mapped IPv6 address becomes IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const text = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null
  const parsed = ipaddr.process(text)
  if (parsed instanceof ipaddr.IPv4) return parsed
  return embeddedAddress(parsed) ?? new ipaddr.IPv6([...parsed.parts])
}

/**
 * The IPv4 address within an address of 6to4 (RFC 3056) or NAT64 (RFC 6052), whose owner controls that whole
 * network.
 */
function embeddedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray()
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  if (address.range() === 'rfc6052') return new ipaddr.IPv4(bytes.slice(12))
  return null
}

/**
 * The client as all limiters identify it: an IPv4 address, or the IPv6 /64 network of one subscriber. All
 * unknown addresses count as one client.
 */
export function networkOf(c: Ctx): string {
  const address = parse(rawAddress(c))
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? UNKNOWN
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}

/** As `networkOf`, but null if the address is unknown. */
export function knownNetworkOf(c: Ctx): string | null {
  const network = networkOf(c)
  return network === UNKNOWN ? null : network
}
