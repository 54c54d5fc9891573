import { placeKept } from './kept-script.ts'

const PREVIOUS = 'qishu-previous-route'

/**
 * Every step in the customer area says from which route it comes, and a way back leads there as it was left.
 */
export function startRoutes() {
  const { route } = document.body.dataset
  if (!route) return
  document.addEventListener('click', (event) => step(event, route), { capture: true })
}

function step(event: Event, route: string) {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/mgmt/"]')
  // The language of a page is changed on the way to nowhere.
  if (!link || link.pathname.includes('.') || new URLSearchParams(link.search).has('locale')) return
  if (link.dataset.back !== undefined) link.href = placeLeft() ?? link.href
  if (link.dataset.returns !== undefined) link.href = placeKept(link.pathname)
  const url = new URL(link.href)
  url.searchParams.set('from', route)
  link.href = url.pathname + url.search + url.hash
  sessionStorage.setItem(PREVIOUS, `${route} ${location.pathname}${location.search}`)
}

/** Where the previous route was left, filters and all, when it is the one this page was reached from. */
function placeLeft(): string | null {
  const [route, place] = (sessionStorage.getItem(PREVIOUS) ?? '').split(' ')
  return route && place && route === new URLSearchParams(location.search).get('from') ? place : null
}
