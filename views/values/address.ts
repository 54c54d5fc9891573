/**
 * The accepted form of addresses, which is deliberately narrower than RFC 5322: one plain mailbox without
 * quotes. The domain is compared in its ASCII form (IDNA).
 */
const ADDRESS = /^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63})+$/

/**
 * An address with the characters that keyboards may produce replaced by the ordinary ones: ＠ by @, 。 by a
 * dot, ’ by '.
 */
export const foldAddress = (text: string): string =>
  text.normalize('NFKC').replace(/[。｡]/g, '.').replaceAll('’', "'").trim()

/**
 * The address with its domain in ASCII, as certificates and mail servers require; null if the address is
 * invalid.
 */
export function asciiAddress(address: string): string | null {
  const atSign = address.lastIndexOf('@')
  const domain = address.slice(atSign + 1)
  if (atSign < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null
  if (/^[\x21-\x7e]+$/.test(domain)) return address
  const host = hostOf(domain)
  return host ? `${address.slice(0, atSign)}@${host}` : null
}

function hostOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}

export function isAddress(text: string): boolean {
  if (text.length > 254) return false
  const ascii = asciiAddress(text)
  return ascii !== null && ascii.length <= 254 && ADDRESS.test(ascii) && !ascii.includes('..')
}
