import type { Call, Reply } from './server.ts'

/** A signatory on the service's page for signing. */
export interface SigningVisit {
  service: string
  title: string
  signatory: string
  /** The reason why they cannot act now; null if they can. */
  obstacle: string | null
  file: Uint8Array
  /** These functions return the address to which the browser is redirected. */
  sign(): Promise<string>
  decline(reason: string): Promise<string>
}

/** A sender on the service's page for authorising us. */
export interface AuthorisationVisit {
  service: string
  sender: string
  /** Both functions return the address to which the browser is redirected. */
  agree(): string
  refuse(): string
}

const ADDRESS_OF_FILE = 'file'

/** Responds with the page, with the file that it links to, or to a pressed button. */
export async function answerSigningVisit(call: Call, visit: SigningVisit): Promise<Reply> {
  if (call.method === 'POST') return decideSigning(call, visit)
  if (call.url.searchParams.has(ADDRESS_OF_FILE))
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: visit.file }
  return signingPage(call.url, visit)
}

async function decideSigning(call: Call, visit: SigningVisit): Promise<Reply> {
  if (visit.obstacle) return signingPage(call.url, visit)
  const form = formOf(call)
  if (form.get('decision') === 'sign') return goTo(await visit.sign())
  return goTo(await visit.decline(form.get('reason') ?? ''))
}

function signingPage(url: URL, { service, title, signatory, obstacle }: SigningVisit): Reply {
  const file = new URL(url)
  file.searchParams.set(ADDRESS_OF_FILE, '1')
  const about = `<p>${escapeText(signatory)}, please sign: <a href="${escapeAttribute(pathOf(file))}">${escapeText(title)}</a></p>`
  if (obstacle) return page(service, `${about}<p>${escapeText(obstacle)}</p>`, 409)
  return page(
    service,
    `${about}
<form method="post" action="${escapeAttribute(pathOf(url))}">
<p><button name="decision" value="sign">Sign</button></p>
</form>
<form method="post" action="${escapeAttribute(pathOf(url))}">
<p><label>Reason <input name="reason" maxlength="200"></label>
<button name="decision" value="decline">Decline</button></p>
</form>`,
  )
}

/** Responds with the page, or to a pressed button. */
export function answerAuthorisationVisit(call: Call, visit: AuthorisationVisit): Reply {
  if (call.method === 'POST')
    return goTo(formOf(call).get('decision') === 'agree' ? visit.agree() : visit.refuse())
  return page(
    visit.service,
    `<p>${escapeText(visit.sender)}, may Qishu send documents in your name?</p>
<form method="post" action="${escapeAttribute(pathOf(call.url))}">
<p><button name="decision" value="agree">Agree</button>
<button name="decision" value="refuse">Refuse</button></p>
</form>`,
  )
}

/** The page of an unknown address. */
export const nothingHere = (service: string): Reply => page(service, '<p>There is nothing here.</p>', 404)

const STYLE = `
  body { font: 16px/1.5 sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
  button, input { font: inherit; padding: 0.4rem 0.8rem }
`

const page = (service: string, content: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(service)} (Stub)</title><style>${STYLE}</style></head>
<body><h1>${escapeText(service)} (Stub)</h1>
${content}
</body></html>`,
})

const goTo = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })

const formOf = ({ body }: Call) => new URLSearchParams(body.toString('utf8'))

const pathOf = ({ pathname, search }: URL) => pathname + search

const escapeText = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escapeAttribute = (words: string) => escapeText(words).replaceAll('"', '&quot;')
