import * as v from 'valibot'
import { HOUR, MINUTE, now, SECOND } from '#src/core/clock.ts'
import { ProviderError } from '../remote/provider-error.ts'
import { kindOf, unavailable } from './errors.ts'
import { type Answer, parse, send } from './http.ts'
import { signJwt } from './jwt.ts'
import type { DocusignSettings } from './settings.ts'

/** The permissions that we request: to send envelopes without the user being present. */
export const SCOPE = 'signature impersonation'

const Token = v.object({ access_token: v.string(), expires_in: v.number() })
const Refusal = v.object({ error: v.string(), error_description: v.optional(v.string(), '') })
const UserInfo = v.object({ accounts: v.array(v.object({ account_id: v.string(), base_uri: v.string() })) })

/** A token is renewed this long before it expires. */
const RENEWAL_LEAD = 5 * MINUTE

export interface Session {
  /** The current access token. `renew`: the token that DocuSign refused and that must be replaced. */
  token(renew?: string): Promise<string>
  /** Requests a new token, ignoring the cache, to check the consent. */
  check(): Promise<void>
  /** The URL of the account's API, without the version. */
  base(): Promise<string>
}

/**
 * Obtains access tokens by the JWT grant; cached until shortly before they expire, and requested once at a
 * time. Throws 'unauthorised' without the user's consent.
 */
export function openSession(settings: DocusignSettings): Session {
  let cachedToken: { token: string; until: number } | null = null
  let runningRequest: Promise<string> | null = null
  let base: Promise<string> | null = null

  async function request(): Promise<string> {
    const { access_token: token, expires_in: seconds } = await requestToken(settings)
    cachedToken = { token, until: now().getTime() + seconds * SECOND - RENEWAL_LEAD }
    return token
  }

  /** Callers that arrive during a request share its answer. */
  function newToken(): Promise<string> {
    runningRequest ??= request().finally(() => {
      runningRequest = null
    })
    return runningRequest
  }

  async function token(renew?: string): Promise<string> {
    if (cachedToken && cachedToken.token !== renew && now().getTime() < cachedToken.until)
      return cachedToken.token
    return newToken()
  }

  return {
    token,
    check: async () => {
      await newToken()
    },
    base: () => {
      base ??= findBase(settings, token).catch((error) => {
        base = null
        throw error
      })
      return base
    },
  }
}

async function requestToken(settings: DocusignSettings) {
  const issuedAt = Math.floor(now().getTime() / SECOND)
  const claims = {
    iss: settings.integrationKey,
    sub: settings.userId,
    aud: settings.audience,
    // Allows for a clock that is slightly ahead of DocuSign's, which would make the assertion invalid.
    iat: issuedAt - 30,
    exp: issuedAt - 30 + HOUR / SECOND,
    scope: SCOPE,
  }
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signJwt(claims, settings.privateKey),
  })
  const answer = await send(`${settings.authBase}/oauth/token`, { method: 'POST', body }, settings)
  if (answer.status !== 200) throw tokenError(answer)
  return parse(Token, answer.body)
}

function tokenError({ status, body }: Answer): ProviderError {
  if (status === 429 || status >= 500)
    return unavailable(`HTTP_${status}`, `DocuSign answered a token request with ${status}`)
  const { error, error_description: detail } = parse(Refusal, body)
  if (error === 'consent_required')
    return new ProviderError('unauthorised', error, 'The configured user has not consented at DocuSign')
  const message = `DocuSign gives no token: ${error} ${detail}. Check key, user, environment and our clock`
  return new ProviderError('misconfigured', detail || error, message)
}

async function findBase(settings: DocusignSettings, token: Session['token']): Promise<string> {
  const headers = { authorization: `Bearer ${await token()}` }
  const answer = await send(`${settings.authBase}/oauth/userinfo`, { headers }, settings)
  if (answer.status !== 200) {
    const message = `DocuSign answered the query for accounts with ${answer.status}`
    throw new ProviderError(kindOf(answer.status, ''), `HTTP_${answer.status}`, message)
  }
  const id = settings.accountId.toLowerCase()
  const account = parse(UserInfo, answer.body).accounts.find((one) => one.account_id.toLowerCase() === id)
  if (!account) {
    const message = 'The configured user does not belong to the configured account'
    throw new ProviderError('misconfigured', 'ACCOUNT_NOT_FOUND', message)
  }
  if (!isBelow(settings.apiDomain, settings, account.base_uri))
    throw unavailable('FOREIGN_ADDRESS', 'DocuSign named an API address outside of its domain')
  return account.base_uri.replace(/\/$/, '')
}

/** Whether a URL from DocuSign is in the domain, so that a token or a browser may be sent there. */
export function isBelow(domain: string, { authBase }: DocusignSettings, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, protocol, username, password } = new URL(address)
  if (protocol !== new URL(authBase).protocol || username || password) return false
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
