import { LOG_KEYS, logHeaders, signatureOf } from '#src/auth/signature.ts'

const TIME_LIMIT = 60_000

type Fields = Record<string, unknown>

/**
 * Sends fields as every call of the site is sent (source: specification, section 7): marked, signed, with a nonce
 * and the language, fields that are null left out, sixty seconds long at most, and no redirect followed.
 */
export function send(
  fetcher: typeof fetch,
  method: 'POST' | 'PUT',
  path: string,
  fields: Fields,
  as: 'json' | 'form' = 'json',
): Promise<Response> {
  const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
  const query = new URLSearchParams({ timestamp: String(Date.now()), nonce: newNonce(), lang: language() })
  query.set('sign', signatureOf('pages', query, body))
  const type = as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  return fetcher(`${path}?${query}`, {
    method,
    credentials: 'same-origin',
    redirect: 'manual',
    headers: { 'content-type': type, accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: as === 'json' ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>),
    signal: AbortSignal.timeout(TIME_LIMIT),
  })
}

/** Reports a action for the log of the service; nothing waits for it and nothing depends on it. */
export function report(fetcher: typeof fetch, actionEventCode: string, done: boolean, remark: string): void {
  const action = { serviceCode: 'web', actionEventCode, actionResult: done ? 'yes' : 'no', remark }
  const [timestamp, nonce] = [String(Date.now()), newNonce()]
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    ...logHeaders(LOG_KEYS.web ?? '', timestamp, nonce, action),
  }
  const body = JSON.stringify(action)
  fetcher('/api/logs/users/logs', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

/** A private page answers whoever is not logged in with a redirect to the login page. */
export function isSignedOut(response: Response): boolean {
  return response.status === 401 || response.type === 'opaqueredirect'
}

/** Random and unguessable, also where the page came without https and `randomUUID` is missing. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
}

const language = () => (globalThis.document?.documentElement.lang ?? '').replace('-', '_')
