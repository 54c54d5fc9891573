import type { MouseEvent } from 'react'
import { flush, isDirty } from '../state/autosave.ts'
import type { EditorState } from '../state/editor-state.ts'

/**
 * Leaves once everything is saved. If it cannot be saved, the browser warns and the text stays in its
 * storage.
 */
export async function leave(event: MouseEvent<HTMLAnchorElement>, editor: EditorState) {
  if (!editor.saver || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { href } = event.currentTarget
  await flush(editor.saver)
  location.assign(href)
}

/**
 * Shows the draft with everything typed so far. Opens the tab at once, because the browser blocks a later
 * one.
 */
export async function preview(event: MouseEvent<HTMLAnchorElement>, editor: EditorState) {
  if (!editor.saver || !isDirty(editor.saver)) return
  event.preventDefault()
  const { href } = event.currentTarget
  const tab = window.open('', '_blank')
  await flush(editor.saver)
  if (tab) tab.location.href = href
}
