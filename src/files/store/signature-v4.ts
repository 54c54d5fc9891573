import { createHmac, hash } from 'node:crypto'

export interface S3Credentials {
  keyId: string
  secret: string
  /** The session token of a temporary key (STS). */
  token?: string
}

export interface SignedRequest {
  method: string
  /** The URL; its path is encoded by `uriPath`. */
  url: URL
  headers: Record<string, string>
  /** SHA-256 of the body, in hex. */
  sha256: string
}

/** Encodes by the rules of AWS: everything but letters, digits and `-._~`. */
const uriEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The path of a key; its slashes are not encoded. */
export const uriPath = (key: string) => key.split('/').map(uriEncode).join('/')

/** The query of a request, in the order in which it is signed. */
export const uriQuery = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
    .sort()
    .join('&')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers of a request signed by AWS Signature Version 4, in one chunk: no chunk signatures. */
export function signV4(
  { method, url, headers, sha256 }: SignedRequest,
  { keyId, secret, token }: S3Credentials,
  region: string,
  time: Date,
): Record<string, string> {
  const stamp = time.toISOString().replace(/[-:]|\.\d+/g, '')
  const signedHeaders: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256,
    'x-amz-date': stamp,
    ...(token && { 'x-amz-security-token': token }),
  }
  const names = Object.keys(signedHeaders).sort()
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${signedHeaders[name]!.trim()}`),
    '',
    names.join(';'),
    sha256,
  ].join('\n')
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`
  const key = scope
    .split('/')
    .reduce<string | Buffer>((scopeKey, part) => hmac(scopeKey, part), `AWS4${secret}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, hash('sha256', canonical)].join('\n'))
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names.join(';')}, ` +
    `Signature=${signature.toString('hex')}`
  const { host: _, ...sentHeaders } = signedHeaders
  return { ...sentHeaders, authorization }
}
