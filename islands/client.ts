import { LOG_KEYS, logHeaders, signatureOf } from '#src/auth/signature.ts'
import type { FaultEvent } from '#views/faults.ts'

const TIME_LIMIT = 60_000

type Fields = Record<string, unknown>

/**
 * Sends fields with the parameters that every call of the site has (source: specification, section 7):
 * signature, nonce (checked by `src/http/signed-query.ts`), timestamp and language. Fields that are null are
 * left out. Times out after sixty seconds and follows no redirect.
 */
export function send(
  fetcher: typeof fetch,
  method: 'POST' | 'PUT',
  path: string,
  fields: Fields,
  as: 'json' | 'form' = 'json',
): Promise<Response> {
  const body = withoutNulls(fields)
  const type = as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  return fetcher(`${path}?${signedQuery(newStamp(), body)}`, {
    ...requestInit({ 'content-type': type }),
    method,
    body: as === 'json' ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>),
  })
}

interface Stamp {
  timestamp: string
  nonce: string
}

const newStamp = (): Stamp => ({ timestamp: String(Date.now()), nonce: newNonce() })

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))

function signedQuery({ timestamp, nonce }: Stamp, body: Fields): URLSearchParams {
  const query = new URLSearchParams({ timestamp, nonce, lang: language() })
  query.set('sign', signatureOf('pages', query, body))
  return query
}

const requestInit = (headers: Record<string, string>): RequestInit => ({
  credentials: 'same-origin',
  redirect: 'manual',
  headers: { ...headers, accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
  signal: AbortSignal.timeout(TIME_LIMIT),
})

/** Reports an action to the service log, without waiting for the result. */
export function reportAction(
  fetcher: typeof fetch,
  actionEventCode: string,
  done: boolean,
  remark: string,
): void {
  const action = { serviceCode: 'web', actionEventCode, actionResult: done ? 'yes' : 'no', remark }
  const stamp = newStamp()
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': stamp.timestamp,
    'x-nonce': stamp.nonce,
    ...logHeaders(LOG_KEYS.web ?? '', stamp.timestamp, stamp.nonce, action),
  }
  fetcher(`/api/logs/users/logs?${signedQuery(stamp, action)}`, {
    ...requestInit(headers),
    method: 'POST',
    body: JSON.stringify(action),
    keepalive: true,
  }).catch(() => {})
}

/** Dispatches the fault to the page around the island, whose script shows it. */
function dispatchFault(detail: number | string) {
  const event = 'qishu:fault' satisfies FaultEvent
  globalThis.document?.dispatchEvent(new CustomEvent(event, { detail }))
}

/** Reports an error that `fetch` has thrown. */
export const reportThrown = (error: unknown) => dispatchFault((error as Error).name)

/** Reports that the account has been frozen: the page blocks, and offers to log out. */
export const reportFrozen = () => dispatchFault('ACCOUNT_FREEZE_OR_DEACTIVATE')

/** Reports a failed response of a call that a person waits for; returns whether it failed. */
export function reportFault(response: Response): boolean {
  const status = isSignedOut(response) ? 401 : response.status
  const fault = status >= 500 || status === 401 || status === 408
  if (fault) dispatchFault(status)
  return fault
}

/** Without a session, a private page redirects to the login page. */
export function isSignedOut(response: Response): boolean {
  return response.status === 401 || response.type === 'opaqueredirect'
}

/** Random and unguessable. Does not use `randomUUID`, which is missing on pages without https. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
}

const language = () => (globalThis.document?.documentElement.lang ?? '').replace('-', '_')
