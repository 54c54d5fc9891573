import { generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import type { Call, Reply } from '../services/server.ts'
import { ok } from './replies.ts'

export const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const INTEGRATION_KEY = '7c2b8d7e-0a54-4f27-9a4c-cda8a50dd73f'
export const USER = '4799e5e9-8a1c-4bd0-9d5a-cf4713bbcacc'
export const ACCOUNT = 'a4ec37d6-204a-4bc2-8ab1-143885c1e4b1'
export const AUDIENCE = 'account-d.docusign.com'
/** The return address registered for the app. */
export const REDIRECT = 'https://app.example/docusign/return'

const LIFETIME = 3600

const Claims = v.strictObject({
  iss: v.string(),
  sub: v.string(),
  aud: v.string(),
  iat: v.number(),
  exp: v.number(),
  scope: v.string(),
})

/** Simulates account-d.docusign.com: the page of consent, tokens by the JWT grant, and accounts. */
export function oauthOf(baseUri: () => string, redirect: string | null) {
  const tokens = new Map<string, number>()
  const pages = new Map<string, string>()
  const state = {
    hasConsent: false,
    baseUri: null as string | null,
    /** The difference between our clock and DocuSign's, in milliseconds. */
    skew: 0,
  }
  const isRegistered = (uri: string | undefined) => uri !== undefined && (redirect ?? uri) === uri
  const seconds = () => (now().getTime() - state.skew) / 1000

  /** Whether this is a valid request for the page of consent; its flow is then recorded. */
  function isAsked(url: URL): boolean {
    const query = Object.fromEntries(url.searchParams)
    const wanted = { response_type: 'code', scope: 'signature impersonation', client_id: INTEGRATION_KEY }
    const isRight = Object.entries(wanted).every(([name, value]) => query[name] === value)
    if (!isRight || !isRegistered(query.redirect_uri) || !query.state) return false
    pages.set(query.state, query.redirect_uri!)
    return true
  }

  function token({ headers, body }: Call): Reply {
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const form = new URLSearchParams(body.toString())
    if (!isForm || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return ok({ error: 'unsupported_grant_type' }, 400)
    const problem = problemOf(form.get('assertion') ?? '')
    if (problem) return ok({ error: 'invalid_grant', error_description: problem }, 400)
    if (!state.hasConsent) return ok({ error: 'consent_required' }, 400)
    const made = `eyJ0-${randomUUID()}`
    tokens.set(made, seconds() + LIFETIME)
    return ok({
      access_token: made,
      token_type: 'Bearer',
      expires_in: LIFETIME,
      scope: 'signature impersonation',
    })
  }

  function problemOf(assertion: string): string | null {
    const parts = assertion.split('.')
    const [header = '', claims = '', signature = ''] = parts
    const content = Buffer.from(`${header}.${claims}`)
    if (parts.length !== 3 || !verify('sha256', content, KEYS.publicKey, Buffer.from(signature, 'base64url')))
      return 'no_valid_keys_or_signatures'
    if (JSON.parse(Buffer.from(header, 'base64url').toString()).alg !== 'RS256')
      return 'unsupported_algorithm'
    const read = v.safeParse(Claims, JSON.parse(Buffer.from(claims, 'base64url').toString()))
    if (!read.success) return 'invalid_claims'
    const { iss, sub, aud, iat, exp, scope } = read.output
    if (iss !== INTEGRATION_KEY || aud !== AUDIENCE) return 'issuer_not_found'
    if (sub !== USER) return 'user_not_found'
    if (exp <= seconds()) return 'expired_token'
    if (iat > seconds() + 60 || exp - iat > LIFETIME) return 'invalid_lifetime'
    return ['impersonation', 'signature'].every((one) => scope.split(' ').includes(one))
      ? null
      : 'invalid_scope'
  }

  return {
    state,
    tokens,
    pages,
    isAsked,
    isValid: ({ headers }: Call) => {
      const until = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
      return until !== undefined && seconds() < until
    },
    answer: (call: Call): Reply | null => {
      const name = `${call.method} ${call.url.pathname}`
      if (name === 'POST /oauth/token') return token(call)
      if (name !== 'GET /oauth/userinfo') return null
      const until = tokens.get(call.headers.authorization?.replace(/^Bearer /, '') ?? '')
      if (until === undefined || seconds() >= until) return ok({ error: 'internal_server_error' }, 401)
      const base_uri = state.baseUri ?? baseUri()
      const other = {
        account_id: randomUUID(),
        is_default: true,
        account_name: 'Other',
        base_uri: 'https://na9.docusign.net',
      }
      const account = { account_id: ACCOUNT, is_default: false, account_name: 'Qishu', base_uri }
      return ok({ sub: USER, name: 'Sender', email: 'sender@qishu.example', accounts: [other, account] })
    },
  }
}
