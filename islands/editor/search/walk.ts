import { computed, type ReadonlySignal } from '@preact/signals-react'
import { type EditorState, endUndoStep } from '../state/editor-state.ts'
import { findMatches, type Match } from './find.ts'
import { elementOf, scrollToMatch } from './highlight.ts'
import { printedTexts } from './printed-texts.ts'
import { setSearch } from './search-state.ts'

const matchesByEditor = new WeakMap<EditorState, ReadonlySignal<Match[]>>()

/** The matches of the current search. Reads signals, so it follows the typing. */
export function matchesOf(editor: EditorState): Match[] {
  const cached = matchesByEditor.get(editor)
  if (cached) return cached.value
  const { template } = editor
  const texts = computed(() =>
    printedTexts({ template, answers: editor.answers.value, tree: editor.tree.value }),
  )
  const matchesSignal = computed(() => {
    const search = editor.search.value
    return search ? findMatches(texts.value, search) : []
  })
  matchesByEditor.set(editor, matchesSignal)
  return matchesSignal.value
}

/** The current match; the last one if a replacement has left fewer matches. */
export function currentMatch(editor: EditorState): Match | undefined {
  const matches = matchesOf(editor)
  return matches[Math.min(editor.search.value?.at ?? 0, matches.length - 1)]
}

/** Goes to the next or previous match, wrapping around at the ends. */
export function step(editor: EditorState, change: 1 | -1): void {
  const count = matchesOf(editor).length
  if (!count || !editor.search.value) return
  const index = Math.min(editor.search.value.at, count - 1)
  goTo(editor, (index + change + count) % count)
}

/** Scrolls to a match. Closes a box that is open over it; its text is stored. */
export function goTo(editor: EditorState, index: number): void {
  setSearch(editor, { at: index })
  const match = matchesOf(editor)[index]
  if (!match) return
  const { clause, place } = match.text
  endUndoStep(editor)
  editor.blank.value = null
  if (clause && editor.writing.value === clause) editor.writing.value = ''
  if (place.startsWith('#part-parties') && editor.form.value === 'parties') editor.form.value = null
  if (clause) editor.selected.value = clause
  requestAnimationFrame(() => scrollToMatch(match))
}

/** Goes to the match that followed the one that was replaced. */
export function goToFollowingMatch(editor: EditorState, matchesBefore: Match[], index: number): void {
  const matches = matchesOf(editor)
  const replacedMatch = matchesBefore[index]
  const nextMatch = matchesBefore
    .slice(index + 1)
    .find(({ text }) => text.place !== replacedMatch?.text.place || text.side !== replacedMatch?.text.side)
  const inSameText = matches.findIndex(
    (one) => isIn(one, replacedMatch) && one.from > (replacedMatch?.from ?? 0),
  )
  const inNextText = matches.findIndex((one) => isIn(one, nextMatch))
  goTo(editor, Math.max(0, inSameText >= 0 ? inSameText : inNextText))
}

const isIn = ({ text }: Match, other: Match | undefined): boolean =>
  text.place === other?.text.place && text.side === other.text.side

/** The element to focus at the current match: a button of the clause or one of its blanks. */
export function focusablePlace(editor: EditorState): HTMLElement | null {
  const match = currentMatch(editor)
  if (!match) return null
  const { clause } = match.text
  const customButton = clause ? document.getElementById(`custom-${clause}`) : null
  const element = elementOf(match.text)
  // A table can have the focus itself, because it is scrolled sideways by keys.
  return (
    customButton ?? element?.querySelector<HTMLElement>('[tabindex]') ?? element?.closest('section') ?? null
  )
}
