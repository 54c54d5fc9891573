import type { Side } from '#assembly/answers.ts'
import { type EditorState, endUndoStep, type OpenBlank } from '../state/editor-state.ts'

/** Closes the open blank and moves the focus to its button. */
export function closeBlank(editor: EditorState, blank: OpenBlank): void {
  endUndoStep(editor)
  editor.blank.value = null
  const name = `${blank.clause} ${blank.side} ${blank.index}`
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-blank="${CSS.escape(name)}"]`)?.focus(),
  )
}

/**
 * The next or previous blank on the same side of the paper; null after the last and before the first, where
 * Tab works as usual.
 */
export function adjacentBlank(blank: OpenBlank, step: 1 | -1): OpenBlank | null {
  const blanks = [...document.querySelectorAll<HTMLElement>('[data-blank]')]
    .map((element) => readBlank(element.dataset.blank ?? ''))
    .filter(({ side }) => side === blank.side)
  const currentIndex = blanks.findIndex((one) => one.clause === blank.clause && one.index === blank.index)
  return blanks[currentIndex + step] ?? null
}

function readBlank(name: string): OpenBlank {
  const [clause = '', side, index] = name.split(' ')
  return { clause, side: side as Side, index: Number(index) }
}
