import { keptAddress } from './keep-alive-script.ts'

const PREVIOUS = 'qishu-previous-route'

/**
 * Sends the previous route with every step in the customer area; a link back restores the page as it was
 * left.
 */
export function startRoutes() {
  const { route } = document.body.dataset
  if (!route) return
  document.addEventListener('click', (event) => step(event, route), { capture: true })
}

function step(event: Event, route: string) {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/mgmt/"]')
  // The link that changes the language of a page is no step.
  if (!link || link.pathname.includes('.') || new URLSearchParams(link.search).has('locale')) return
  if (link.dataset.back !== undefined) link.href = placeLeft() ?? link.href
  if (link.dataset.returns !== undefined) link.href = keptAddress(link.pathname)
  const url = new URL(link.href)
  url.searchParams.set('from', route)
  link.href = url.pathname + url.search + url.hash
  sessionStorage.setItem(PREVIOUS, `${route} ${location.pathname}${location.search}`)
}

/** Address of the previous route with its filters, if this page was reached from it. */
function placeLeft(): string | null {
  const [route, place] = (sessionStorage.getItem(PREVIOUS) ?? '').split(' ')
  return route && place && route === new URLSearchParams(location.search).get('from') ? place : null
}
