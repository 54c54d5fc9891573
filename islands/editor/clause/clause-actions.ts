import {
  addClause,
  chooseAlternative,
  confirmTwin,
  discardCustom,
  dropClause,
  removeAddedClause,
  restoreClause,
} from '#modules/documents/assembly/edit.ts'
import { focusSoon } from '#views/focus.ts'
import { change, type Desk } from '../state/editor-state.ts'

/** What can be done to a clause; each is one undoable step and leaves the focus where the work goes on. */

export function drop(desk: Desk, id: string): void {
  change(desk, (answers, template) => dropClause(answers, template, id))
  if (desk.writing.value === id) desk.writing.value = ''
  focusSoon(`restore-${id}`)
}

export function restore(desk: Desk, id: string): void {
  change(desk, (answers, template) => restoreClause(answers, template, id))
  desk.selected.value = id
  focusSoon(`drop-${id}`)
}

export function write(desk: Desk, id: string): void {
  desk.selected.value = id
  desk.blank.value = null
  desk.writing.value = id
  focusSoon(`text-${id}-${desk.tree.value.sides[0]}`)
}

export function doneWriting(desk: Desk): void {
  const id = desk.writing.value
  desk.writing.value = ''
  focusSoon(`custom-${id}`)
}

/** Back to the template's own words. */
export function discard(desk: Desk, id: string): void {
  change(desk, (answers, template) => discardCustom(answers, template, id))
  if (desk.writing.value === id) desk.writing.value = ''
  focusSoon(`custom-${id}`)
}

/** The template's clause as it is: neither dropped nor in other words. */
export function keepClause(desk: Desk, id: string): void {
  change(desk, (answers, template) => discardCustom(restoreClause(answers, template, id), template, id))
  if (desk.writing.value === id) desk.writing.value = ''
}

export function choose(desk: Desk, id: string, alternative: string | null): void {
  change(desk, (answers, template) => chooseAlternative(answers, template, id, alternative))
}

export function confirm(desk: Desk, id: string): void {
  change(desk, (answers, template) => confirmTwin(answers, template, id))
  focusSoon(`custom-${id}`)
}

/** Adds an empty clause of one's own and opens it for writing. Two tabs must not invent the same id. */
export function addClauseAt(desk: Desk, article: string, after: string | null): void {
  const id = `added-${crypto.randomUUID().slice(0, 13)}`
  change(desk, (answers, template) => addClause(answers, template, { id, article, after }))
  write(desk, id)
}

export function remove(desk: Desk, id: string): void {
  const anchor = desk.answers.value.added.find((one) => one.id === id)
  change(desk, (answers, template) => removeAddedClause(answers, template, id))
  if (desk.writing.value === id) desk.writing.value = ''
  if (anchor) focusSoon(anchor.after ? `custom-${anchor.after}` : `part-${anchor.article}`)
}
