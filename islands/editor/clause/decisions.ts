import { discardCustom, dropClause, restoreClause } from '#assembly/edit.ts'
import { focusSoon } from '#views/focus.ts'
import { change, type EditorState } from '../state/editor-state.ts'

export function drop(editor: EditorState, id: string): void {
  change(editor, (answers, template) => dropClause(answers, template, id))
  if (editor.writing.value === id) editor.writing.value = ''
  focusSoon(`restore-${id}`)
}

/** Back to the template's own words. */
export function discard(editor: EditorState, id: string): void {
  change(editor, (answers, template) => discardCustom(answers, template, id))
  if (editor.writing.value === id) editor.writing.value = ''
  focusSoon(`custom-${id}`)
}

/** The template's clause as it is: neither dropped nor in other words. */
export function keepClause(editor: EditorState, id: string): void {
  change(editor, (answers, template) => discardCustom(restoreClause(answers, template, id), template, id))
  if (editor.writing.value === id) editor.writing.value = ''
}
