import { createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT = { clientId: 'qishu', secret: 'a-secret-of-the-provider-0123456789' }

/** A person at the provider, with their claims. */
export type ProviderPerson = { sub: string } & Record<string, unknown>

interface Key {
  privateKey: KeyObject
  jwk: JsonWebKey & { kid: string }
}

function newKey(kid: string): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } }
}

/** Responds in place of the provider; returns false to let the provider respond. */
type ResponseOverride = (request: IncomingMessage, response: ServerResponse) => boolean

interface Stub {
  people: Map<string, ProviderPerson>
  key: Key
  instead: ResponseOverride
  requests: string[]
  rotateKeys: () => void
  /** An ID token with these claims, signed by the provider's key or another one. */
  sign: (claims: object, key?: KeyObject, header?: object) => string
  /** Responds to every exchange of a code with this ID token. */
  issueInstead: (token: () => string) => void
}

/**
 * The library oidc-provider as the identity provider of a team. Its login page requests the id of a person
 * in `people`.
 */
export async function startIdentityProvider(redirectUris: string[]) {
  const stub: Stub = {
    people: new Map(),
    key: newKey('first'),
    instead: () => false,
    requests: [],
    rotateKeys: () => {
      stub.key = newKey('second')
      provider = create()
    },
    sign: (claims, key = stub.key.privateKey, header = {}) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const content = `${part({ alg: 'RS256', kid: stub.key.jwk.kid, ...header })}.${part(claims)}`
      return `${content}.${createSign('sha256').update(content).sign(key).toString('base64url')}`
    },
    issueInstead: (token: () => string) => {
      stub.instead = (request, response) => {
        if (request.url !== '/token') return false
        const body = { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: token() }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        return true
      }
    },
  }
  let issuer = ''
  let provider: Provider

  const create = () => {
    const provider: Provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.secret,
          redirect_uris: redirectUris,
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [stub.key.jwk] },
      cookies: { keys: ['a key of the tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      findAccount: (_: unknown, id: string) => {
        const person = stub.people.get(id)
        return person && { accountId: id, claims: () => ({ ...person }) }
      },
      loadExistingGrant: async (ctx: {
        oidc: { session: { accountId: string }; client: { clientId: string } }
      }) => {
        const { session, client } = ctx.oidc
        const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return provider
  }

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const details = await provider.interactionDetails(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end(`<form method="post" action="/interaction/${details.uid}"><input name="login"></form>`)
      return
    }
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const fields = new URLSearchParams(Buffer.concat(pieces).toString())
    const login = fields.get('login')
    const result = login
      ? { login: { accountId: login } }
      : { error: 'access_denied', error_description: 'The person declined' }
    await provider.interactionFinished(request, response, result)
  }

  const server = createServer((request, response) => {
    stub.requests.push(`${request.method} ${request.url!.replace(/\?.*$/, '')}`)
    if (stub.instead(request, response)) return
    if (request.url!.startsWith('/interaction/')) void interact(request, response)
    else provider.callback()(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = create()

  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return Object.assign(stub, { issuer, close })
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/**
 * Logs in at the provider's own pages in a new browser, as the person with this id, or declines without one;
 * returns the address to which the provider sends the browser back.
 */
export async function logInAtProvider(href: string, person: string | null): Promise<URL> {
  const { origin } = new URL(href)
  const cookies = new Map<string, string>()
  const send = async (address: URL, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  let address = new URL(href)
  let response = await send(address)
  for (let step = 0; step < 10; step++) {
    const location = response.headers.get('location')
    if (location) {
      address = new URL(location, address)
      if (address.origin !== origin) return address
      response = await send(address)
      continue
    }
    const html = await response.text()
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
    if (!action) throw new Error(`the provider answered ${response.status}: ${html.slice(0, 500)}`)
    address = new URL(action, address)
    response = await send(address, { method: 'POST', body: new URLSearchParams({ login: person ?? '' }) })
  }
  throw new Error('the provider never came back')
}
