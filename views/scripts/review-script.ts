/** On pages of a review: what is said begins with the words that are marked, and a list is gone through by keys. */

/** The words that are marked within one paragraph; empty where none are, or more than that. */
function markedIn(section: Element): string {
  const selection = getSelection()
  if (!selection?.rangeCount || selection.isCollapsed) return ''
  const { commonAncestorContainer } = selection.getRangeAt(0)
  return section.contains(commonAncestorContainer) ? selection.toString().trim().slice(0, 500) : ''
}

function quote(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-quotes]')
  if (!link) return
  const words = markedIn(link.closest('section')!)
  if (!words) return
  const url = new URL(link.href)
  url.searchParams.set('quote', words)
  link.href = url.href
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-walk] li')]
const linkOf = (row?: HTMLElement) => row?.querySelector<HTMLElement>('a')

/** j and k to the next and the one before, t takes and d declines the one that has the focus. */
function walk(event: KeyboardEvent) {
  const { target, key } = event
  const typing = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !rows().length) return
  const now = rows().findIndex((row) => row.contains(document.activeElement))
  if (key === 'j') linkOf(rows()[now + 1])?.focus()
  if (key === 'k') linkOf(rows()[now < 0 ? 0 : now - 1])?.focus()
  const value = { t: 'taken', d: 'declined' }[key]
  if (value) rows()[now]?.querySelector<HTMLElement>(`button[value=${value}]`)?.click()
}

export function startReviews() {
  // Before the browser follows the link.
  document.addEventListener('mousedown', quote, true)
  document.addEventListener('keydown', walk)
}
