import { type KeyObject, sign, verify } from 'node:crypto'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JSON Web Token signed with RS256. */
export function signJwt(claims: object, key: KeyObject): string {
  const content = `${encode({ typ: 'JWT', alg: 'RS256' })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

/**
 * The claims of a token that the key signed with RS256, which are not checked yet; null for any other text.
 */
export function readJwt(token: string, key: KeyObject): unknown {
  const [header, claims, signature, ...rest] = token.split('.')
  if (!header || !claims || !signature || rest.length > 0) return null
  try {
    if ((decode(header) as { alg?: unknown }).alg !== 'RS256') return null
    const content = Buffer.from(`${header}.${claims}`)
    return verify('sha256', content, key, Buffer.from(signature, 'base64url')) ? decode(claims) : null
  } catch {
    return null
  }
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
