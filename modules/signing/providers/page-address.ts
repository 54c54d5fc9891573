import * as v from 'valibot'

/** Whether a URL is on this machine, where a simulated service may do without https. */
export function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'http:' &&
    (hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost'))
  )
}

/** A URL to which the service at `base` sends people's browsers. */
export const pageAddress = (base: string) =>
  v.pipe(
    v.string(),
    v.url(),
    v.check((url) => url.startsWith('https://') || (isLocal(base) && isLocal(url)), 'should be https'),
  )
