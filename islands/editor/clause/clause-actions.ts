import {
  chooseAlternative,
  confirmTwin,
  discardCustom,
  dropClause,
  restoreClause,
} from '#modules/documents/assembly/edit.ts'
import type { OpenPoint } from '#modules/documents/assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { change, type EditorState, type Later } from '../state/editor-state.ts'

/** What can be done to a clause; each is one undoable step and leaves the focus where the work goes on. */

export function drop(editor: EditorState, id: string): void {
  change(editor, (answers, template) => dropClause(answers, template, id))
  if (editor.writing.value === id) editor.writing.value = ''
  focusSoon(`restore-${id}`)
}

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
  if (editor.later.value) focusSoon(box)
  else void editor.load?.().then(() => focusSoon(box))
}

export function doneWriting(editor: EditorState): void {
  const id = editor.writing.value
  editor.writing.value = ''
  focusSoon(`custom-${id}`)
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

export function choose(editor: EditorState, id: string, alternative: string | null): void {
  change(editor, (answers, template) => chooseAlternative(answers, template, id, alternative))
}

export function confirm(editor: EditorState, id: string): void {
  change(editor, (answers, template) => confirmTwin(answers, template, id))
  focusSoon(`custom-${id}`)
}

/** What does not agree in both languages is meant so. */
export function mean(editor: EditorState, point: OpenPoint): void {
  const { later } = editor
  if (!later.value) return
  change(editor, (answers, template) => later.value!.confirmMeant(answers, template, point))
  focusSoon(`custom-${point.at}`)
}

/** With the rest of the editor, as soon as that is there. */
function withLater(editor: EditorState, act: (later: Later) => void): void {
  if (editor.later.value) act(editor.later.value)
  else void editor.load?.().then(() => editor.later.value && act(editor.later.value))
}

/** Two tabs must not invent the same one. */
const newId = () => `added-${crypto.randomUUID().slice(0, 13)}`

/** Adds an article of one's own with an empty clause, and opens its title for writing. */
export function addArticleAt(editor: EditorState, after: string | null): void {
  const id = newId()
  const clause = newId()
  withLater(editor, ({ addArticle }) => {
    change(editor, (answers, template) => addArticle(answers, template, { id, after }, clause))
    write(editor, id)
  })
}

export function removeArticleAt(editor: EditorState, id: string): void {
  const anchor = editor.answers.value.addedArticles?.find((one) => one.id === id)
  withLater(editor, ({ removeArticle }) => {
    change(editor, (answers, template) => removeArticle(answers, template, id))
    editor.writing.value = ''
    focusSoon(anchor?.after ? `part-${anchor.after}` : 'part-parties')
  })
}

/** Adds an empty clause of one's own and opens it for writing. */
export function addClauseAt(
  editor: EditorState,
  article: string,
  after: string | null,
  within?: string,
): void {
  const id = newId()
  withLater(editor, ({ addClause }) => {
    change(editor, (answers, template) => addClause(answers, template, { id, article, after, within }))
    write(editor, id)
  })
}

export function remove(editor: EditorState, id: string): void {
  const anchor = editor.answers.value.added.find((one) => one.id === id)
  withLater(editor, ({ removeAddedClause }) => {
    change(editor, (answers, template) => removeAddedClause(answers, template, id))
    if (editor.writing.value === id) editor.writing.value = ''
    const before = anchor?.after ?? anchor?.within
    if (anchor) focusSoon(before ? `custom-${before}` : `part-${anchor.article}`)
  })
}
