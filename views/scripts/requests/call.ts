import type { BlockingFault, Fault, FaultEvent } from '../../faults.ts'

/**
 * Sends requests with everything that each call of the site must have (source: specification, section 7):
 * marker, language, nonce, timestamp and signature, which `src/http/signed-query.ts` checks.
 */

const SALT = 'qishu.pages.1'
/** In milliseconds: half of the server's tolerance (`SIGNED_FOR`). */
const MAX_CLOCK_SKEW_MS = 150_000
export const TIME_LIMIT = 60_000

export const SIGNED_PARAMETERS = ['timestamp', 'nonce', 'lang', 'sign']
export const MARKER = { 'x-requested-with': 'XMLHttpRequest' }
export const CALL_HEADERS = { ...MARKER, accept: 'application/json' }

/** How many milliseconds the server's clock is ahead of the browser's. */
let clockSkew = 0

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A random nonce that cannot be guessed. `randomUUID` is not used, because it is missing on pages without
 * https.
 */
export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(16)))

export const newStamp = () => ({ timestamp: String(Date.now() + clockSkew), nonce: newNonce() })

/** SHA-256 in hex; undefined without https, where the browser has no digests. */
export async function digestOf(text: string): Promise<string | undefined> {
  const digest = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text))
  return digest && hex(new Uint8Array(digest))
}

export const pairsOf = (fields: Pairs) =>
  [...fields]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')

type Pairs = Iterable<[string, string]>

const pairsOfForm = (body: unknown): Pairs =>
  body instanceof URLSearchParams ? Object.entries(Object.fromEntries(body)) : []

/** The address without the empty fields of its query, signed if the browser can sign. */
export async function signedAddress(action: string, fields: Pairs = [], stamp = newStamp()): Promise<string> {
  const url = new URL(action, location.href)
  const query = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== ''))
  const lang = document.documentElement.lang.replace('-', '_')
  for (const [name, value] of Object.entries({ ...stamp, lang })) query.set(name, value)
  const sign = await digestOf(`${pairsOf(query)}\n${pairsOf(fields)}\n${SALT}`)
  if (sign) query.set('sign', sign)
  return `${url.pathname}?${query}`
}

/** Adjusts the clock to the server's after a refusal; returns whether it was wrong. */
export function wasClockWrong(status: number, date: string | null): boolean {
  const skew = Date.parse(date ?? '') - Date.now() - clockSkew
  const isWrong = status === 422 && Math.abs(skew) > MAX_CLOCK_SKEW_MS
  if (isWrong) clockSkew += skew
  return isWrong
}

/** If the clock was wrong, the first response corrects it, and the request is sent again. */
export async function sendSigned(
  action: string,
  request: RequestInit,
  fetcher: typeof fetch = fetch,
  fields = pairsOfForm(request.body),
): Promise<Response> {
  const answer = await fetcher(await signedAddress(action, fields), request)
  return wasClockWrong(answer.status, answer.headers.get('date'))
    ? sendSigned(action, request, fetcher, fields)
    : answer
}

/**
 * Aborts after sixty seconds, or when `signal` is aborted. `AbortSignal.any` is not used, because our oldest
 * browsers do not have it.
 */
function abortSignal(signal?: AbortSignal | null): AbortSignal {
  const timeLimit = AbortSignal.timeout(TIME_LIMIT)
  if (!signal) return timeLimit
  const controller = new AbortController()
  for (const one of [signal, timeLimit]) one.addEventListener('abort', () => controller.abort(one.reason))
  return controller.signal
}

/** A request for JSON with a limit of sixty seconds and without redirects. */
export const asCall = (request: RequestInit): RequestInit => ({
  ...request,
  redirect: 'manual',
  headers: { ...request.headers, ...CALL_HEADERS },
  signal: abortSignal(request.signal),
})

/** A call by our own script; `fields` are the fields of a JSON body. */
export const call = (path: string, request: RequestInit = {}, fetcher?: typeof fetch, fields?: Pairs) =>
  sendSigned(path, asCall(request), fetcher, fields)

const FAULT_BY_STATUS: Record<number, Fault> = {
  401: 'ACCESS_CHECK',
  408: 'REQUEST_TIMEOUT',
  503: 'UNAVAILABLE',
}
/** The fault for a status; undefined for a response that the caller handles. */
export const faultOf = (status: number): Fault | undefined =>
  FAULT_BY_STATUS[status] ?? (status >= 500 ? 'OTHER' : undefined)

/** Whether the page is blocked until the user has logged out (and in again). */
export const isBlocking = (code: string | null | undefined): code is BlockingFault =>
  /^(ACCESS_CHECK|ACCOUNT_(DISABLE|EXCEPTION|FREEZE))/.test(code ?? '')

/** The words for a fault, from the catalogue that every page contains. */
export function wordsOf(fault: Fault): string {
  const words = JSON.parse(document.getElementById('toasts')?.dataset.faults ?? '{}')
  return words[fault === 'OTHER' && !navigator.onLine ? 'OFFLINE' : fault] ?? ''
}

/** Makes the page script report a fault. */
export function reportFault(fault: Fault) {
  const event = 'qishu:fault' satisfies FaultEvent
  document.dispatchEvent(new CustomEvent(event, { detail: fault }))
}
