/**
 * Focuses an element after the pending change is rendered, because otherwise the focus would fall back to
 * the top of the page. If several ids are passed, focuses the first element that can take the focus.
 */
export function focusSoon(ids: string | string[], scroll: ScrollLogicalPosition = 'nearest'): void {
  requestAnimationFrame(() => {
    const candidates = [ids].flat().map((id) => document.getElementById(id))
    const target = candidates.find((one) => one && !one.matches(':disabled'))
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: scroll, behavior: 'instant' })
  })
}
