import type { EditorState } from './editor-state.ts'

/** Loads the rest of the editor, once. */
export async function loadLater(editor: EditorState): Promise<void> {
  if (editor.later.value) return
  editor.loadFailed.value = false
  try {
    editor.later.value = await import('../later.ts')
  } catch {
    editor.loadFailed.value = true
  }
}

/** Goes to the next thing to settle, once what leads there is loaded. */
export async function goToNext(editor: EditorState) {
  await editor.load?.()
  editor.later.value?.goToNext(editor)
}
