import { computed, type ReadonlySignal } from '@preact/signals-react'
import { type EditorState, settle } from '../state/editor-state.ts'
import { findMatches, type Match } from './find.ts'
import { elementOf, show } from './highlight.ts'
import { printedTexts } from './printed-texts.ts'
import { setSearch } from './search-state.ts'

const found = new WeakMap<EditorState, ReadonlySignal<Match[]>>()

/** The matches of the current search; a signal that follows the typing. */
export function matchesOf(editor: EditorState): Match[] {
  const known = found.get(editor)
  if (known) return known.value
  const { template } = editor
  const texts = computed(() =>
    printedTexts({ template, answers: editor.answers.value, tree: editor.tree.value }),
  )
  const made = computed(() => {
    const search = editor.search.value
    return search ? findMatches(texts.value, search) : []
  })
  found.set(editor, made)
  return made.value
}

/** The current match; after a replacement there may be fewer matches than before. */
export function currentMatch(editor: EditorState): Match | undefined {
  const matches = matchesOf(editor)
  return matches[Math.min(editor.search.value?.at ?? 0, matches.length - 1)]
}

/** Goes to the next or previous match, wrapping around at the ends. */
export function step(editor: EditorState, by: 1 | -1): void {
  const count = matchesOf(editor).length
  if (!count || !editor.search.value) return
  const at = Math.min(editor.search.value.at, count - 1)
  goTo(editor, (at + by + count) % count)
}

/** Scrolls to a match. Closes an open box over it, keeping its text. */
export function goTo(editor: EditorState, at: number): void {
  setSearch(editor, { at })
  const match = matchesOf(editor)[at]
  if (!match) return
  const { clause, place } = match.text
  settle(editor)
  editor.blank.value = null
  if (clause && editor.writing.value === clause) editor.writing.value = ''
  if (place.startsWith('#part-parties') && editor.form.value === 'parties') editor.form.value = null
  if (clause) editor.selected.value = clause
  requestAnimationFrame(() => show(match))
}

/** After the replacement of one match: goes to the match that followed it. */
export function goToFollowingMatch(editor: EditorState, before: Match[], at: number): void {
  const matches = matchesOf(editor)
  const here = before[at]
  const next = before
    .slice(at + 1)
    .find(({ text }) => text.place !== here?.text.place || text.side !== here?.text.side)
  const own = matches.findIndex((one) => isIn(one, here) && one.from > (here?.from ?? 0))
  const behind = matches.findIndex((one) => isIn(one, next))
  goTo(editor, Math.max(0, own >= 0 ? own : behind))
}

const isIn = ({ text }: Match, other: Match | undefined): boolean =>
  text.place === other?.text.place && text.side === other.text.side

/** The element to focus at the current match: a button of the clause, or one of its blanks. */
export function focusablePlace(editor: EditorState): HTMLElement | null {
  const match = currentMatch(editor)
  if (!match) return null
  const { clause } = match.text
  const own = clause ? document.getElementById(`custom-${clause}`) : null
  const element = elementOf(match.text)
  // A table can have the focus itself, because it scrolls sideways by keys.
  return own ?? element?.querySelector<HTMLElement>('[tabindex]') ?? element?.closest('section') ?? null
}
