import type { EditorState } from './editor-state.ts'

/** Loads the remaining parts of the editor, once. */
export async function loadLazyParts(editor: EditorState): Promise<void> {
  if (editor.lazyParts.value) return
  editor.loadFailed.value = false
  try {
    editor.lazyParts.value = await import('../lazy-parts.ts')
  } catch {
    editor.loadFailed.value = true
  }
}

/** Goes to the open point that the address of the page names. */
export async function goToPointInAddress(editor: EditorState) {
  const { searchParams } = new URL(location.href)
  const [at, field = ''] = ['at', 'field'].map((name) => searchParams.get(name) ?? undefined)
  const point = at && editor.open.value.find((one) => one.at === at && (one.field ?? '') === field)
  if (!point) return
  await editor.load?.()
  editor.lazyParts.value?.goToPoint(editor, point)
}

/** Goes to the next open point when the code for it is loaded. */
export async function goToNext(editor: EditorState) {
  await editor.load?.()
  editor.lazyParts.value?.goToNext(editor)
}
