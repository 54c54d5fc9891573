import { discardCustom, dropClause, restoreClause } from '#assembly/edit.ts'
import { focusSoon } from '#views/focus.ts'
import { change, type EditorState } from '../state/editor-state.ts'

export function drop(editor: EditorState, id: string): void {
  change(editor, (answers, template) => dropClause(answers, template, id))
  if (editor.writing.value === id) editor.writing.value = ''
  focusSoon(`restore-${id}`)
}

/** Discards the custom text, so that the template's text applies again. */
export function discard(editor: EditorState, id: string): void {
  change(editor, (answers, template) => discardCustom(answers, template, id))
  if (editor.writing.value === id) editor.writing.value = ''
  focusSoon(`custom-${id}`)
}

/** Restores the template's clause: it is no longer left out or rewritten. */
export function restoreTemplateClause(editor: EditorState, id: string): void {
  change(editor, (answers, template) => discardCustom(restoreClause(answers, template, id), template, id))
  if (editor.writing.value === id) editor.writing.value = ''
}
