import type { Match } from './find.ts'
import type { PrintedText } from './source.ts'

/** The element that shows a text; none while something else replaces it, such as a box to write in. */
export const elementOf = ({ place, side }: PrintedText): Element | null =>
  document.querySelector(place.replace('$', side))

/** A stretch of what an element shows; null where that is not the text it is of. */
export function rangeOf({ text, from, to }: Match): Range | null {
  const element = elementOf(text)
  if (!element || element.textContent !== text.text) return null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let at = 0
  let begun = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text
    if (!begun && from < at + length) {
      range.setStart(node, from - at)
      begun = true
    }
    if (begun && to <= at + length) {
      range.setEnd(node, to - at)
      return range
    }
    at += length
  }
  return null
}

/** So many are coloured: a document full of them is read no better for it. */
const MOST_COLOURED = 1_000

/**
 * Colours what was found, and the one that one is at. Browsers that cannot leave it at showing where it
 * stands.
 */
export function colour(matches: Match[], at: Match | undefined): void {
  if (!('highlights' in CSS)) return
  const ranges = matches.slice(0, MOST_COLOURED).flatMap((match) => rangeOf(match) ?? [])
  const current = at && rangeOf(at)
  CSS.highlights.set('found', new Highlight(...ranges))
  CSS.highlights.set('found-here', new Highlight(...(current ? [current] : [])))
}

export function uncolour(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('found')
  CSS.highlights.delete('found-here')
}

/** Brings a place into view, in the part of the window that scrolls for itself. */
export function show(match: Match): void {
  const node = rangeOf(match)?.startContainer
  const element = node?.parentElement ?? elementOf(match.text)
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
