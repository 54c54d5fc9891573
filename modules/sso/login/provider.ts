import * as oidc from 'openid-client'
import { log } from '#src/core/log.ts'
import { isPublicAddress, localHosts } from '#src/http/services/public-address.ts'
import { publicFetch } from '#src/http/services/public-fetch.ts'
import { inCall } from '#src/telemetry/spans.ts'
import { type Claims, readClaims } from './claims.ts'
import { NoAnswer, ProviderError, toProviderError } from './provider-error.ts'

export interface ProviderAccess {
  issuer: string
  clientId: string
  secret: string
}

/** Milliseconds to wait for each answer, and its maximum size in bytes. */
export const REQUEST_LIMITS = { timeout: 10_000, atMost: 500_000 }

/** Number of seconds by which the provider's clock may differ from ours. */
const CLOCK_TOLERANCE = 60

/** `profile` and `email` contain the claims that a new member needs. */
const SCOPE = 'openid profile email'

const fetchSafely: oidc.CustomFetch = (address, { method, headers, body }) =>
  publicFetch(address, { method, headers, body: body ? String(body) : undefined }, REQUEST_LIMITS).catch(
    (cause) => {
      throw new NoAnswer('no answer of the provider', { cause })
    },
  )

/**
 * Authenticates by the Authorization header, which every provider has to support, unless the provider lists
 * only other methods.
 */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const byHeader = methods.includes('client_secret_basic')
    const auth = byHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
    return auth(server, client, body, headers)
  }

/**
 * Reads the provider's published configuration. Throws a ProviderError when the provider cannot be reached,
 * is not this issuer, or does not support the authorization code flow (with PKCE, if the provider lists its
 * methods).
 */
export async function discover({ issuer, clientId, secret }: ProviderAccess): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  const isLocal = localHosts().includes(server.hostname)
  return call('discover', async () => {
    const configuration = await oidc.discovery(
      server,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE },
      authenticate(secret),
      {
        [oidc.customFetch]: fetchSafely,
        timeout: (2 * REQUEST_LIMITS.timeout) / 1000,
        execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
      },
    )
    requireFlow(configuration.serverMetadata(), server)
    return configuration
  })
}

function requireFlow(metadata: oidc.ServerMetadata, server: URL) {
  // For Entra ID's common issuer the library would accept every tenant.
  if (new URL(metadata.issuer).href !== server.href) throw new ProviderError('issuer')
  const { response_types_supported: types, code_challenge_methods_supported: methods } = metadata
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw new ProviderError('incomplete')
  if (types && !types.includes('code')) throw new ProviderError('responseType')
  // Entra ID supports S256 but does not list it.
  if (methods && !methods.includes('S256')) throw new ProviderError('pkce')
  if (!isPublicAddress(authorization_endpoint)) throw new ProviderError('private')
}

/**
 * Values to check when the person returns: `state` and `nonce` must come back unchanged, the verifier proves
 * who began the login.
 */
export interface ExpectedValues {
  state: string
  nonce: string
  verifier: string
}

export const newExpectedValues = (state: string): ExpectedValues => ({
  state,
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

/** The provider's page at which a login begins. Throws as `discover` does. */
export async function loginPageOf(
  access: ProviderAccess,
  redirectUri: string,
  { state, nonce, verifier }: ExpectedValues,
): Promise<string> {
  const configuration = await discover(access)
  const parameters = {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  return oidc.buildAuthorizationUrl(configuration, parameters).href
}

/**
 * Exchanges the returned code for the claims about the person. The library checks state, issuer, audience,
 * nonce, expiry and signature. Throws a ProviderError.
 */
export async function claimsAt(
  access: ProviderAccess,
  returnUrl: URL,
  expected: ExpectedValues,
): Promise<Claims> {
  const configuration = await discover(access)
  return call('log in', async () => {
    const tokens = await oidc.authorizationCodeGrant(configuration, returnUrl, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    // Many providers include the email address in the ID token only on request.
    const userInfo =
      claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    return readClaims({ ...userInfo, ...claims })
  })
}

async function call<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await inCall('identity-provider', operation, work)
  } catch (error) {
    const providerError = toProviderError(error)
    const { code, message } = error as { code?: string; message: string }
    log.warn(
      { event: 'provider refused', operation, problem: providerError.problem, code, message },
      'single sign-on',
    )
    throw providerError
  }
}
