import { chooseAlternative, confirmTwin, restoreClause } from '#assembly/edit.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { change, type EditorState } from '../state/editor-state.ts'

/** The actions on a clause. Each is one undoable step and moves the focus to where the work continues. */

export function restore(editor: EditorState, id: string): void {
  change(editor, (answers, template) => restoreClause(answers, template, id))
  editor.selected.value = id
  focusSoon(`drop-${id}`)
}

export function write(editor: EditorState, id: string): void {
  editor.selected.value = id
  editor.blank.value = null
  editor.writing.value = id
  const box = `text-${id}-${editor.tree.value.sides[0]}`
  if (editor.lazyParts.value) focusSoon(box)
  else void editor.load?.().then(() => focusSoon(box))
}

export function doneWriting(editor: EditorState): void {
  const id = editor.writing.value
  editor.writing.value = ''
  focusSoon(`custom-${id}`)
}

export function choose(editor: EditorState, id: string, alternative: string | null): void {
  change(editor, (answers, template) => chooseAlternative(answers, template, id, alternative))
}

export function confirm(editor: EditorState, id: string): void {
  change(editor, (answers, template) => confirmTwin(answers, template, id))
  focusSoon(`custom-${id}`)
}

/** Confirms a difference, an advice or, with a reason, a replaced statutory clause. */
export async function confirmAsIs(editor: EditorState, point: OpenPoint, reason = ''): Promise<void> {
  await editor.load?.()
  const { lazyParts } = editor
  if (!lazyParts.value) return
  change(editor, (answers, template) => lazyParts.value!.confirmPoint(answers, template, point, reason))
  if (point.clause) focusSoon(`custom-${point.clause}`)
}
