/**
 * Moves the focus once the change under way is on the screen, so that it never falls back to the page's top:
 * to the element with this id, or of several the first that can take it.
 */
export function focusSoon(ids: string | string[], scroll: ScrollLogicalPosition = 'nearest'): void {
  requestAnimationFrame(() => {
    const found = [ids].flat().map((id) => document.getElementById(id))
    const target = found.find((one) => one && !one.matches(':disabled'))
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: scroll, behavior: 'instant' })
  })
}
