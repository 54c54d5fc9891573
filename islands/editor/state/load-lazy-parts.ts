import type { EditorState } from './editor-state.ts'

/** Loads the other parts of the editor, once. */
export async function loadLazyParts(editor: EditorState): Promise<void> {
  if (editor.lazyParts.value) return
  editor.loadFailed.value = false
  try {
    editor.lazyParts.value = await import('../lazy-parts.ts')
  } catch {
    editor.loadFailed.value = true
  }
}

/** Goes to the next open point, once that code is loaded. */
export async function goToNext(editor: EditorState) {
  await editor.load?.()
  editor.lazyParts.value?.goToNext(editor)
}
