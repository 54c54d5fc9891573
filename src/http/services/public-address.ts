import ipaddr from 'ipaddr.js'
import { config } from '#src/core/config.ts'
import { isPublic } from './public-get.ts'

/** Port 443 and the usual alternative, so that our server cannot be used to scan ports of others. */
const PORTS = ['', '8443']

/** Hosts that a configuration for tests allows although they are not public. */
export const localHosts = () => (config.REQUESTS_TO_THIS_MACHINE ? ['127.0.0.1', 'localhost'] : [])

/**
 * Whether a customer may enter this address: https, and no host of a private network. The address that a
 * host name resolves to is checked at each request.
 */
export function isPublicAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username || password) return false
  if (localHosts().includes(hostname)) return protocol === 'http:' || protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) ? !isPublic(host) : !hostname.includes('.')) return false
  return protocol === 'https:' && PORTS.includes(port)
}
