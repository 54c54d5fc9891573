/** Scrolls to the first printed place of a field, if the paper is next to the form. */
export function scrollToField(field: string): void {
  if (!matchMedia('(min-width: 64rem)').matches) return
  document
    .querySelector(`[data-field="${CSS.escape(field)}"]`)
    ?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
