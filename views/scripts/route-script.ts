import { keptAddress } from './keep-alive-script.ts'

const PREVIOUS = 'qishu-previous-route'
const PAGE_LINK = 'a[href^="/"]:not([href^="//"], [href^="/desk"], [download])'

/**
 * Sends the previous route with every link to a page of customers, reviewers or the public site. A link back
 * restores the previous page.
 */
export function startRoutes() {
  const { route } = document.body.dataset
  if (!route) return
  document.addEventListener('click', (event) => step(event, route), { capture: true })
}

function step(event: Event, route: string) {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(PAGE_LINK)
  if (!link || link.pathname.includes('.')) return
  const query = new URLSearchParams(link.search)
  // A link that changes the language of a page is no navigation; other pages use `from` for a range.
  if (query.has('locale') || (query.has('from') && !isRoute(query.get('from')!))) return
  if (link.dataset.back !== undefined) link.href = previousAddress() ?? link.href
  if (link.dataset.returns !== undefined) link.href = keptAddress(link.pathname)
  const url = new URL(link.href)
  url.searchParams.set('from', route)
  link.href = url.pathname + url.search + url.hash
  sessionStorage.setItem(PREVIOUS, `${route} ${location.pathname}${location.search}`)
}

const isRoute = (name: string) => name >= 'A' && name < '['

/** The address of the previous route with its filters, if this page was reached from there. */
function previousAddress(): string | null {
  const [route, place] = (sessionStorage.getItem(PREVIOUS) ?? '').split(' ')
  return route && place && route === new URLSearchParams(location.search).get('from') ? place : null
}
