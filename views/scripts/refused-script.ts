/**
 * What was refused and is sent again leaves no POST in the history: Back then asks for the page, where the
 * browser would have nothing but a question whether to send the form once more.
 */
export function startRefused() {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!arrival || !(arrival.responseStatus >= 400)) return
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) history.replaceState(history.state, '', location.href)
  })
}
