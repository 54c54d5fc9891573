/**
 * Pages that are kept alive: on return, filters, scroll position and typed text are as they were left
 * there.
 */

const PREFIX = 'qishu-kept '

interface Left {
  search: string
  scroll: number
  /** By the fields’ ids. */
  typed: [string, string][]
}

/** How one came here. */
const ARRIVAL = ['from', 'profile', 'locale']
/** The notice of what has just been done, which is shown once, at the top. */
const NEWS = ['done', 'id', 'imported', 'updated', 'colleagues', 'deleted', 'restored']

function lasting(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of [...ARRIVAL, ...NEWS]) query.delete(name)
  return query.size ? `?${query}` : ''
}

function tellsNews() {
  const query = new URLSearchParams(location.search)
  return NEWS.some((name) => query.has(name))
}

function leftAt(pathname: string): Left | null {
  return JSON.parse(sessionStorage.getItem(PREFIX + pathname) ?? 'null')
}

/** Where a kept page was left, filters and all; from the page itself the way to all of it. */
export const placeKept = (pathname: string): string =>
  pathname + (pathname === location.pathname ? '' : (leftAt(pathname)?.search ?? ''))

const fields = () =>
  document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(textarea, input[type=text], input[type=search])[id]',
  )

function keep() {
  const typed = [...fields()].filter(({ value }) => value).map(({ id, value }) => [id, value])
  const left = { search: lasting(location.search), scroll: scrollY, typed }
  sessionStorage.setItem(PREFIX + location.pathname, JSON.stringify(left))
}

function restore() {
  const left = leftAt(location.pathname)
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The browser itself restores the scroll position on going back and on reload.
  if (!left || arrival?.type !== 'navigate' || left.search !== lasting(location.search)) return
  for (const field of fields()) {
    const value = left.typed.find(([id]) => id === field.id)?.[1]
    if (value && !field.value) field.value = value
  }
  if (!location.hash && !tellsNews()) scrollTo({ top: left.scroll, behavior: 'instant' })
}

function forgetAll() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

export function startKeeping() {
  // Nobody is logged in, or nobody any more.
  if (!document.querySelector('[data-lost-login]')) return forgetAll()
  if (document.body.dataset.kept === undefined) return
  restore()
  addEventListener('pagehide', keep)
}
