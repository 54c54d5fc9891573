import { MARKER, SIGNED_PARAMETERS, sendSigned } from './call.ts'

/** Sends htmx's requests as every call of the site. */

interface Context {
  fetch: typeof send
  request: { headers: Record<string, string> }
}

async function send(action: string, request: RequestInit): Promise<Response> {
  const answer = await sendSigned(action, request)
  // htmx adds this address to the history.
  const url = new URL(answer.url)
  for (const name of SIGNED_PARAMETERS) url.searchParams.delete(name)
  return Object.defineProperty(answer, 'url', { value: url.href })
}

export function startSigning() {
  document.addEventListener('htmx:before:request', (event: Event) => {
    const { ctx } = (event as CustomEvent<{ ctx: Context }>).detail
    Object.assign(ctx.request.headers, MARKER)
    ctx.fetch = send
  })
}
