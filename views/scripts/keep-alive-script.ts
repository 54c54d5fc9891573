/** Pages with `keepAlive`: restores filters, scroll position and typed text when the user returns. */

const PREFIX = 'qishu-kept '

interface SavedPage {
  search: string
  scroll: number
  /** Pairs of a field's id and its value. */
  typed: [string, string][]
}

/** Query parameters about how the user came to the page. */
const ARRIVAL = ['from', 'profile', 'locale']
/** Query parameters of the notice that is shown once at the top after an action. */
const NOTICE = ['done', 'id', 'imported', 'updated', 'colleagues', 'deleted', 'restored']

function withoutTransient(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of [...ARRIVAL, ...NOTICE]) query.delete(name)
  return query.size ? `?${query}` : ''
}

function hasNotice() {
  const query = new URLSearchParams(location.search)
  return NOTICE.some((name) => query.has(name))
}

function savedPage(pathname: string): SavedPage | null {
  return JSON.parse(sessionStorage.getItem(PREFIX + pathname) ?? 'null')
}

/** The address of a stored page with its last filters; for the current page without filters. */
export const keptAddress = (pathname: string): string =>
  pathname + (pathname === location.pathname ? '' : (savedPage(pathname)?.search ?? ''))

const fields = () =>
  document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(textarea, input[type=text], input[type=search])[id]',
  )

function savePage() {
  const typed = [...fields()].filter(({ value }) => value).map(({ id, value }) => [id, value])
  const saved = { search: withoutTransient(location.search), scroll: scrollY, typed }
  sessionStorage.setItem(PREFIX + location.pathname, JSON.stringify(saved))
}

function restorePage() {
  const savedState = savedPage(location.pathname)
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // On Back and on reload the browser restores the scroll position itself.
  if (!savedState || arrival?.type !== 'navigate' || savedState.search !== withoutTransient(location.search))
    return
  for (const field of fields()) {
    const value = savedState.typed.find(([id]) => id === field.id)?.[1]
    if (value && !field.value) field.value = value
  }
  if (!location.hash && !hasNotice()) scrollTo({ top: savedState.scroll, behavior: 'instant' })
}

function removeAll() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

export function startKeepAlive() {
  // If nobody is logged in any more, the stored pages are removed.
  if (!document.querySelector('[data-lost-login]')) return removeAll()
  if (document.body.dataset.kept === undefined) return
  restorePage()
  addEventListener('pagehide', savePage)
}
