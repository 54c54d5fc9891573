import type { EditorState } from '../state/editor-state.ts'

/** Opens the search bar, or focuses its box, with the selected text as the query. */
export function openSearch(editor: EditorState): void {
  const selectedText = String(getSelection() ?? '').trim()
  const query = selectedText.length <= 100 && !selectedText.includes('\n') ? selectedText : ''
  if (!editor.search.value) editor.search.value = { query, replacement: '', matchCase: false, at: 0 }
  else if (query && !focusIsIn('search-bar')) setSearch(editor, { query, at: 0 })
  requestAnimationFrame(() => {
    const box = document.getElementById('search-query')
    if (box instanceof HTMLInputElement) {
      box.focus()
      box.select()
    }
  })
}

export function setSearch(
  editor: EditorState,
  patch: Partial<NonNullable<EditorState['search']['value']>>,
): void {
  if (editor.search.value) editor.search.value = { ...editor.search.value, ...patch }
}

/** Closes the bar; the focus moves to the current match. */
export function closeSearch(editor: EditorState): void {
  const place = editor.lazyParts.value?.focusablePlace(editor)
  editor.search.value = null
  editor.refused.value = null
  requestAnimationFrame(() => (place ?? document.getElementById('open-menu'))?.focus({ preventScroll: true }))
}

const focusIsIn = (id: string): boolean =>
  document.getElementById(id)?.contains(document.activeElement) ?? false

/**
 * Handles the keys of the search and returns whether the key was one of them. Ctrl+F opens the bar, or the
 * browser's search if the bar has the focus; F3 and Ctrl+G go to the next match.
 */
export function handleSearchKey(editor: EditorState, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  const hasCommandKey = (event.ctrlKey || event.metaKey) && !event.altKey
  if (editor.search.value && (key === 'f3' || (hasCommandKey && key === 'g'))) {
    event.preventDefault()
    editor.lazyParts.value?.step(editor, event.shiftKey ? -1 : 1)
    return true
  }
  if (!hasCommandKey || key !== 'f' || event.shiftKey) return false
  if (focusIsIn('search-bar')) return true
  event.preventDefault()
  openSearch(editor)
  return true
}
