import type { MouseEvent } from 'react'
import { isDirty, saveImmediately } from '../state/autosave.ts'
import type { EditorState } from '../state/editor-state.ts'

/**
 * Leaves the page after everything is saved. If saving fails, the browser warns, and the text stays in the
 * browser's storage.
 */
export async function leave(event: MouseEvent<HTMLAnchorElement>, editor: EditorState) {
  if (!editor.saver || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href } = event.currentTarget
  await saveImmediately(editor.saver)
  location.assign(href)
}

/**
 * Shows the draft with everything typed so far. Opens the tab immediately, because browsers block a tab that
 * is opened later.
 */
export async function openPreview(event: MouseEvent<HTMLAnchorElement>, editor: EditorState) {
  if (!editor.saver || !isDirty(editor.saver)) return
  event.preventDefault()
  const { href } = event.currentTarget
  const tab = window.open('', '_blank')
  await saveImmediately(editor.saver)
  if (tab) tab.location.href = href
}
