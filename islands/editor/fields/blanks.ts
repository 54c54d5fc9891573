import { type EditorState, endUndoStep, type OpenBlank } from '../state/editor-state.ts'

/** Opens a blank for input, in its place. */
export function openBlank(editor: EditorState, blank: OpenBlank): void {
  endUndoStep(editor)
  editor.selected.value = blank.clause
  editor.blank.value = blank
}
