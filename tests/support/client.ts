import { createApp } from '#src/app.tsx'
import type { Db } from '#src/database.ts'

/** A browser without a screen: keeps cookies, sends the Origin, follows nothing by itself. */
export function newClient(db: Db, base = 'http://localhost:3000') {
  const app = createApp(db)
  const cookies = new Map<string, string>()
  const keepCookies = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/Max-Age=0/.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  const send = async (method: string, path: string, init: { body?: string; headers?: Record<string, string> } = {}) => {
    const headers: Record<string, string> = { cookie: cookieHeader(cookies), 'accept-language': 'en' }
    if (method !== 'GET') headers.origin = base
    const response = await app.request(base + path, { method, body: init.body, headers: { ...headers, ...init.headers } })
    keepCookies(response)
    return response
  }
  return {
    cookies,
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
    send,
  }
}

export type Client = ReturnType<typeof newClient>

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
