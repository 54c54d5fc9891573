import { createHash, createHmac } from 'node:crypto'

export const ACCEPT = '*/*'
export const JSON_TYPE = 'application/json; charset=UTF-8'

/** The 16 raw bytes of the MD5, as base64. */
export const contentMd5 = (bytes: string | Uint8Array) => createHash('md5').update(bytes).digest('base64')

export interface SignedCall {
  method: 'GET' | 'POST'
  /** The path without the query. */
  path: string
  query: Record<string, string>
  /** Base64 of the body's MD5; empty for a call without a body. */
  md5: string
}

/**
 * The text to sign. The Date line is present although no Date is sent; the line for our own headers is
 * omitted if there are none.
 */
export function stringToSign({ method, path, query, md5 }: SignedCall): string {
  return [method, ACCEPT, md5, JSON_TYPE, '', path + signedQuery(query)].join('\n')
}

/** Keys in ASCII order, values not encoded; a key without a value appears alone. */
function signedQuery(query: Record<string, string>): string {
  const keys = Object.keys(query).sort()
  if (!keys.length) return ''
  return `?${keys.map((key) => (query[key] ? `${key}=${query[key]}` : key)).join('&')}`
}

/** The HMAC-SHA256 of the call with the application's secret, as base64. */
export const signatureOf = (call: SignedCall, secret: string) =>
  createHmac('sha256', secret).update(stringToSign(call)).digest('base64')
