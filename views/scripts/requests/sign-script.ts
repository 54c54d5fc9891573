/**
 * Sends htmx's requests with the parameters that every call of the site has (source: specification, section
 * 7), as the islands' client does: `src/http/signed-query.ts` checks them.
 */

interface Context {
  fetch: (action: string, request: RequestInit) => Promise<Response>
  request: { headers: Record<string, string> }
}

const SALT = 'qishu.pages.1'
const OURS = ['timestamp', 'nonce', 'lang', 'sign']
/** Half of what the server allows (`SIGNED_FOR`). */
const WRONG_CLOCK = 150_000

/** How far the server's clock is ahead of this one. */
let ahead = 0

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const pairs = (fields: Iterable<[string, string]>) =>
  [...fields]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')

/** Without the empty fields of its query; signed where the browser has digests, which needs https. */
async function addressOf(action: string, { body }: RequestInit): Promise<string> {
  const url = new URL(action, location.href)
  const query = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== ''))
  query.set('timestamp', String(Date.now() + ahead))
  query.set('nonce', hex(crypto.getRandomValues(new Uint8Array(16))))
  query.set('lang', document.documentElement.lang.replace('-', '_'))
  const sent = body instanceof URLSearchParams ? Object.entries(Object.fromEntries(body)) : []
  const text = new TextEncoder().encode(`${pairs(query)}\n${pairs(sent)}\n${SALT}`)
  const digest = await crypto.subtle?.digest('SHA-256', text)
  if (digest) query.set('sign', hex(new Uint8Array(digest)))
  return `${url.pathname}?${query}`
}

/** A clock that is wrong is set by the first answer, and the request sent again. */
async function send(action: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(await addressOf(action, request), request)
  const skew = Date.parse(answer.headers.get('date') ?? '') - Date.now() - ahead
  if (answer.status === 422 && Math.abs(skew) > WRONG_CLOCK) {
    ahead += skew
    return send(action, request)
  }
  // htmx puts this address into the history.
  const url = new URL(answer.url)
  for (const name of OURS) url.searchParams.delete(name)
  return Object.defineProperty(answer, 'url', { value: url.href })
}

export function startSigning() {
  document.addEventListener('htmx:before:request', (event: Event) => {
    const { ctx } = (event as CustomEvent<{ ctx: Context }>).detail
    ctx.request.headers['X-Requested-With'] = 'XMLHttpRequest'
    ctx.fetch = send
  })
}
