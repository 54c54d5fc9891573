import type { Match } from './find.ts'
import type { PrintedText } from './source.ts'

/** The element that shows a text; null while an input box or another element is shown in its place. */
export const elementOf = ({ place, side }: PrintedText): Element | null =>
  document.querySelector(place.replace('$', side))

/** The DOM range of a match; null if the element shows another text. */
export function rangeOf({ text, from, to }: Match): Range | null {
  const element = elementOf(text)
  if (!element || element.textContent !== text.text) return null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let offset = 0
  let hasStart = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text
    if (!hasStart && from < offset + length) {
      range.setStart(node, from - offset)
      hasStart = true
    }
    if (hasStart && to <= offset + length) {
      range.setEnd(node, to - offset)
      return range
    }
    offset += length
  }
  return null
}

/** The maximum number of highlighted matches, which keeps a long document fast. */
const MAX_HIGHLIGHTED = 1_000

/**
 * Highlights the matches, and the current one in another colour. Does nothing in browsers without the CSS
 * highlight API.
 */
export function highlightMatches(matches: Match[], currentMatch: Match | undefined): void {
  if (!('highlights' in CSS)) return
  const ranges = matches.slice(0, MAX_HIGHLIGHTED).flatMap((match) => rangeOf(match) ?? [])
  const current = currentMatch && rangeOf(currentMatch)
  CSS.highlights.set('found', new Highlight(...ranges))
  CSS.highlights.set('found-here', new Highlight(...(current ? [current] : [])))
}

export function removeHighlights(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('found')
  CSS.highlights.delete('found-here')
}

/** Scrolls a match into view within its scroll container. */
export function scrollToMatch(match: Match): void {
  const node = rangeOf(match)?.startContainer
  const element = node?.parentElement ?? elementOf(match.text)
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
