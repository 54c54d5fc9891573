import { createHash, createHmac } from 'node:crypto'

export const ACCEPT = '*/*'
export const JSON_TYPE = 'application/json; charset=UTF-8'

/** Base64 of the raw 16 bytes of the MD5. */
export const contentMd5 = (bytes: string | Uint8Array) => createHash('md5').update(bytes).digest('base64')

export interface SignedCall {
  method: 'GET' | 'POST'
  /** Without the query. */
  path: string
  query: Record<string, string>
  /** Empty for a call without a body. */
  md5: string
}

/**
 * The text to sign. The Date line stays, although no Date is sent; the line of own headers is omitted when
 * there are none.
 */
export function stringToSign({ method, path, query, md5 }: SignedCall): string {
  return [method, ACCEPT, md5, JSON_TYPE, '', path + signedQuery(query)].join('\n')
}

/** Keys in ASCII order, values unencoded; only the key when its value is empty. */
function signedQuery(query: Record<string, string>): string {
  const keys = Object.keys(query).sort()
  if (!keys.length) return ''
  return `?${keys.map((key) => (query[key] ? `${key}=${query[key]}` : key)).join('&')}`
}

/** Base64 of the HMAC-SHA256 of the call by the secret of the application. */
export const signatureOf = (call: SignedCall, secret: string) =>
  createHmac('sha256', secret).update(stringToSign(call)).digest('base64')
