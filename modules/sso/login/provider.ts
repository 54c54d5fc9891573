import * as oidc from 'openid-client'
import { log } from '#src/core/log.ts'
import { isPublicAddress, localHosts } from '#src/http/services/public-address.ts'
import { publicFetch } from '#src/http/services/public-fetch.ts'
import { inCall } from '#src/telemetry/spans.ts'
import { type Claims, readClaims } from './claims.ts'
import { explain, NoAnswer, ProviderError } from './provider-error.ts'

export interface ProviderAccess {
  issuer: string
  clientId: string
  secret: string
}

/** Milliseconds for each request, and bytes of an answer. */
export const PATIENCE = { timeout: 10_000, atMost: 500_000 }

/** Seconds by which the provider's clock may differ from ours. */
const TOLERANCE = 60

/** `profile` and `email` have the claims from which a member is made. */
const SCOPE = 'openid profile email'

const fetchSafely: oidc.CustomFetch = (address, { method, headers, body }) =>
  publicFetch(address, { method, headers, body: body ? String(body) : undefined }, PATIENCE).catch(
    (cause) => {
      throw new NoAnswer('no answer of the provider', { cause })
    },
  )

/** By the header, which every provider has to support, unless this one names others only. */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const byHeader = methods.includes('client_secret_basic')
    const auth = byHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
    return auth(server, client, body, headers)
  }

/**
 * Reads what the provider publishes about itself. Throws a ProviderError when it cannot be reached, is not
 * this issuer, or lacks what we need: the authorization code flow, with PKCE if it names its methods.
 */
export async function discover({ issuer, clientId, secret }: ProviderAccess): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  const isLocal = localHosts().includes(server.hostname)
  return call('discover', async () => {
    const configuration = await oidc.discovery(
      server,
      clientId,
      { [oidc.clockTolerance]: TOLERANCE },
      authenticate(secret),
      {
        [oidc.customFetch]: fetchSafely,
        timeout: (2 * PATIENCE.timeout) / 1000,
        execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
      },
    )
    requireFlow(configuration.serverMetadata(), server)
    return configuration
  })
}

function requireFlow(metadata: oidc.ServerMetadata, server: URL) {
  // The library accepts every tenant of Entra ID for its common issuer.
  if (new URL(metadata.issuer).href !== server.href) throw new ProviderError('issuer')
  const { response_types_supported: types, code_challenge_methods_supported: methods } = metadata
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw new ProviderError('incomplete')
  if (types && !types.includes('code')) throw new ProviderError('responseType')
  // Entra ID supports it and does not say so.
  if (methods && !methods.includes('S256')) throw new ProviderError('pkce')
  if (!isPublicAddress(authorization_endpoint)) throw new ProviderError('private')
}

/** What a login has to bring back, or proves who began it. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
}

export const newExpected = (state: string): Expected => ({
  state,
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

/** The provider's page at which a login begins. Throws like `discover`. */
export async function loginPageOf(
  access: ProviderAccess,
  redirectUri: string,
  { state, nonce, verifier }: Expected,
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
 * Exchanges the code of a return for what the provider says about the person. The library checks state,
 * issuer, audience, nonce, expiry and signature. Throws a ProviderError.
 */
export async function claimsAt(access: ProviderAccess, returned: URL, expected: Expected): Promise<Claims> {
  const configuration = await discover(access)
  return call('log in', async () => {
    const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    // Many providers put the address into the ID token only on demand.
    const more =
      claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    return readClaims({ ...more, ...claims })
  })
}

async function call<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await inCall('identity-provider', operation, work)
  } catch (error) {
    const explained = explain(error)
    const { code, message } = error as { code?: string; message: string }
    log.warn(
      { event: 'provider refused', operation, problem: explained.problem, code, message },
      'single sign-on',
    )
    throw explained
  }
}
