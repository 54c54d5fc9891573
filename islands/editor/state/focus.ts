/** Moves the focus once the change under way is on the screen, so that it never falls back to the page's top. */
export function focusSoon(id: string, scroll: ScrollLogicalPosition = 'nearest'): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(id)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: scroll, behavior: 'instant' })
  })
}

/** Brings the first place where a field is printed into view, where the paper stands beside the form. */
export function scrollToField(field: string): void {
  if (!matchMedia('(min-width: 64rem)').matches) return
  document
    .querySelector(`[data-field="${CSS.escape(field)}"]`)
    ?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
