/**
 * Focuses an element after the pending change is rendered, so that the focus does not fall back to the top of
 * the page. With several ids, focuses the first element that can take the focus.
 */
export function focusSoon(ids: string | string[], scroll: ScrollLogicalPosition = 'nearest'): void {
  requestAnimationFrame(() => {
    const candidates = [ids].flat().map((id) => document.getElementById(id))
    const target = candidates.find((one) => one && !one.matches(':disabled'))
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: scroll, behavior: 'instant' })
  })
}
