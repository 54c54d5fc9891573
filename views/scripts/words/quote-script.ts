/**
 * On pages of a review: a bubble at selected words links to a comment on them, or to a proposal of another
 * wording. The links are those of the paragraph, with the selected words as a quote.
 */

/** The maximum length of a quote. */
const MAX_QUOTE_LENGTH = 500

/**
 * The last selected words and their paragraph, because the selection is lost when the user tabs to the link.
 */
let lastSelection: { section: Element; words: string } | null = null
let bubble: HTMLElement | null = null

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

function removeBubble() {
  bubble?.remove()
  bubble = null
}

function remember() {
  const selection = getSelection()
  // A click into the bubble may end the selection, so the words are remembered.
  if (!selection?.rangeCount || selection.isCollapsed)
    return bubble?.matches(':hover') ? undefined : removeBubble()
  const range = selection.getRangeAt(0)
  const section = elementOf(range.commonAncestorContainer)?.closest('section[id^="at-"]') ?? null
  const words = selection.toString().trim().slice(0, MAX_QUOTE_LENGTH)
  lastSelection = section && words ? { section, words } : null
  removeBubble()
  if (lastSelection) showBubble(range)
}

function showBubble(range: Range) {
  const side = elementOf(range.startContainer)?.closest<HTMLElement>('[data-side]')?.dataset.side
  const links = lastSelection!.section.querySelectorAll<HTMLAnchorElement>('a[data-quotes]')
  const fittingLinks = [...links].filter(({ dataset }) => !dataset.quotes || !side || dataset.quotes === side)
  if (!side || !fittingLinks.length) return
  bubble = document.createElement('div')
  bubble.className = 'quote-bubble'
  for (const link of fittingLinks) {
    const copy = document.createElement('a')
    copy.className = 'btn btn-ghost btn-sm'
    copy.href = withQuote(link.href)
    copy.textContent = link.textContent
    bubble.append(copy)
  }
  document.body.append(bubble)
  const { bottom, left } = range.getBoundingClientRect()
  const max = document.documentElement.clientWidth - bubble.offsetWidth - 8
  bubble.style.top = `${bottom + scrollY + 6}px`
  bubble.style.left = `${Math.max(8, Math.min(left, max))}px`
}

function withQuote(address: string): string {
  const url = new URL(address)
  url.searchParams.set('quote', lastSelection!.words)
  return url.href
}

const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-quotes]') : null

function clearSelection(event: Event) {
  if (linkAt(event) || (event.target instanceof Node && bubble?.contains(event.target))) return
  lastSelection = null
}

function quote(event: Event) {
  const link = linkAt(event)
  if (link && link.closest('section') === lastSelection?.section) link.href = withQuote(link.href)
}

export function startQuotes() {
  document.addEventListener('selectionchange', remember)
  document.addEventListener('mousedown', clearSelection)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && removeBubble())
  // In the capture phase, before the browser follows the link.
  document.addEventListener('click', quote, true)
}
