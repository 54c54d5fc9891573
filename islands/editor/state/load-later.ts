import type { EditorState } from './editor-state.ts'

/** Loads the other parts of the editor, once. */
export async function loadLater(editor: EditorState): Promise<void> {
  if (editor.later.value) return
  editor.loadFailed.value = false
  try {
    editor.later.value = await import('../later.ts')
  } catch {
    editor.loadFailed.value = true
  }
}

/** Goes to the next open point, once that code is loaded. */
export async function goToNext(editor: EditorState) {
  await editor.load?.()
  editor.later.value?.goToNext(editor)
}
