import { type EditorState, type OpenBlank, settle } from '../state/editor-state.ts'

/** Opens a blank for input, in its place. */
export function openBlank(editor: EditorState, blank: OpenBlank): void {
  settle(editor)
  editor.selected.value = blank.clause
  editor.blank.value = blank
}
