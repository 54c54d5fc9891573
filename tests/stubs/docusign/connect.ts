import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { now } from '#src/core/clock.ts'
import { ACCOUNT, USER } from './oauth.ts'

/** A callback of DocuSign with its address, headers and body. */
export interface Delivery {
  url: string
  /** With names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
}

/** The second key is new. The first one, which we do not know, will soon be removed. */
export const HMAC_KEYS = [
  'b2xkLWtleS1vZi1hbi1hY2NvdW50LW9mLWRvY3VzaWdu',
  'bmV3LWtleS1vZi1hbi1hY2NvdW50LW9mLWRvY3VzaWdu=',
]
export const CONNECT_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const CONNECT_TOKENS = {
  issuer: 'https://login.qishu.example',
  audience: 'docusign-connect',
  publicKey: CONNECT_KEYS.publicKey,
}

/** A time in DocuSign's format. */
export const timeOf = (date: Date) => date.toISOString().replace('Z', '0000Z')

export interface Event {
  event: string
  envelopeId?: string
  recipientId?: string
  accountId?: string
  at?: Date
}

interface Target {
  url: string
  hasToken: boolean
}

/** A message of Connect in the format "JSON SIM", signed with every active key. */
export function deliveryOf(reported: Event, { url, hasToken }: Target, retryCount = 0): Delivery {
  const { event, envelopeId, recipientId, accountId = ACCOUNT, at = now() } = reported
  const body = JSON.stringify({
    event,
    apiVersion: 'v2.1',
    uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
    retryCount,
    configurationId: 10_420_111,
    generatedDateTime: timeOf(at),
    data: {
      accountId,
      userId: USER,
      envelopeId,
      ...(recipientId && { recipientId }),
      note: '100% A+B & 契书',
    },
  })
  return {
    url,
    headers: { ...signaturesOf(body, HMAC_KEYS), ...(hasToken && tokenOf({})) },
    body: Buffer.from(body),
  }
}

export function signaturesOf(body: string | Uint8Array, keys: string[]): Record<string, string> {
  const signatures = keys.map((key, index) => [
    `x-docusign-signature-${index + 1}`,
    createHmac('sha256', key).update(body).digest('base64'),
  ])
  const fixed = { 'content-type': 'application/json; charset=utf-8', 'x-authorization-digest': 'HMACSHA256' }
  return { ...fixed, ...Object.fromEntries(signatures) }
}

/** A token of "OAuth for Connect", as our own authorization server issues it. */
export function tokenOf(changes: object, key = CONNECT_KEYS.privateKey): Record<string, string> {
  const seconds = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: CONNECT_TOKENS.issuer,
    aud: CONNECT_TOKENS.audience,
    exp: seconds + 3600,
    nbf: seconds,
    ...changes,
  }
  const content = `${part({ alg: 'RS256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(content), key).toString('base64url')
  return { authorization: `Bearer ${content}.${signature}` }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
