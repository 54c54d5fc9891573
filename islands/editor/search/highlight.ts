import type { Match } from './find.ts'
import type { PrintedText } from './source.ts'

/** The element that shows a text; null while something else, such as an input box, replaces it. */
export const elementOf = ({ place, side }: PrintedText): Element | null =>
  document.querySelector(place.replace('$', side))

/** The DOM range of a match; null when the element shows another text. */
export function rangeOf({ text, from, to }: Match): Range | null {
  const element = elementOf(text)
  if (!element || element.textContent !== text.text) return null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let at = 0
  let started = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text
    if (!started && from < at + length) {
      range.setStart(node, from - at)
      started = true
    }
    if (started && to <= at + length) {
      range.setEnd(node, to - at)
      return range
    }
    at += length
  }
  return null
}

/** At most so many matches are highlighted, to keep a long document fast. */
const MAX_COLOURED = 1_000

/**
 * Highlights the matches, and the current one in another colour. Does nothing in browsers without CSS
 * highlights.
 */
export function colour(matches: Match[], at: Match | undefined): void {
  if (!('highlights' in CSS)) return
  const ranges = matches.slice(0, MAX_COLOURED).flatMap((match) => rangeOf(match) ?? [])
  const current = at && rangeOf(at)
  CSS.highlights.set('found', new Highlight(...ranges))
  CSS.highlights.set('found-here', new Highlight(...(current ? [current] : [])))
}

export function uncolour(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('found')
  CSS.highlights.delete('found-here')
}

/** Scrolls a match into view within its scroll container. */
export function show(match: Match): void {
  const node = rangeOf(match)?.startContainer
  const element = node?.parentElement ?? elementOf(match.text)
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
