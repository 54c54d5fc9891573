/**
 * Keeps repeated POSTs of a refused form out of the history, because Back would otherwise make the browser
 * ask whether to send the form again.
 */
export function startRefused() {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!arrival || !(arrival.responseStatus >= 400)) return
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) history.replaceState(history.state, '', location.href)
  })
}
