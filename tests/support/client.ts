import { createApp } from '#src/app/app.tsx'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { asSent } from './signed.ts'

type Send = (path: string, init: RequestInit) => Promise<Response>

/** An HTTP client that keeps cookies, sends the Origin header, and does not follow redirects. */
function clientOver(request: Send, origin: string) {
  const cookies = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    init: { body?: string; headers?: Record<string, string>; duplex?: 'half' } = {},
  ) => {
    const headers: Record<string, string> = { cookie: cookieHeader(cookies), 'accept-language': 'en' }
    if (method !== 'GET') headers.origin = origin
    const mergedHeaders = { ...headers, ...init.headers }
    const { body, duplex } = init
    const options: RequestInit & { duplex?: 'half' } = {
      method,
      body,
      headers: mergedHeaders,
      redirect: 'manual',
    }
    if (duplex) options.duplex = duplex
    const response = await request(asSent(path, options), options)
    keepCookies(cookies, response)
    return response
  }
  return {
    cookies,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, { headers }),
    post: (path: string, fields: Record<string, string> = {}, headers?: Record<string, string>) =>
      send('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      send('PUT', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      }),
  }
}

export type Client = ReturnType<typeof clientOver>

/** One app for all clients of a database, because mounting its routes takes longer than most requests. */
const apps = new WeakMap<Db, ReturnType<typeof createApp>>()

function appOver(db: Db) {
  const app = apps.get(db) ?? createApp(db)
  apps.set(db, app)
  return app
}

/**
 * A client of an app in this process. `address` is the client's address, as Node's server would report it.
 */
export function newClient(db: Db, base = config.baseUrl, address?: string): Client {
  const app = appOver(db)
  const env = address ? { incoming: { socket: { remoteAddress: address } } } : undefined
  return clientOver(async (path, init) => app.request(base + path, init, env), base)
}

/** A client of a running server. */
export function newRemoteClient(base: string): Client {
  // Compressed pages end with random padding, so two responses with the same page would differ.
  const plainHeaders = { 'accept-encoding': 'identity' }
  return clientOver(
    (path, init) => fetch(base + path, { ...init, headers: { ...plainHeaders, ...init.headers } }),
    base,
  )
}

function keepCookies(cookies: Map<string, string>, response: Response) {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const separatorIndex = pair.indexOf('=')
    if (/Max-Age=0/.test(line)) cookies.delete(pair.slice(0, separatorIndex))
    else cookies.set(pair.slice(0, separatorIndex), pair.slice(separatorIndex + 1))
  }
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
