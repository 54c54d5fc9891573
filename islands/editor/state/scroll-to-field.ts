/** Brings the first place where a field is printed into view, where the paper stands beside the form. */
export function scrollToField(field: string): void {
  if (!matchMedia('(min-width: 64rem)').matches) return
  document
    .querySelector(`[data-field="${CSS.escape(field)}"]`)
    ?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
