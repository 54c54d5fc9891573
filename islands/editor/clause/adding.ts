import { addClause, removeAddedClause } from '#assembly/edit/added.ts'
import { addArticle, removeArticle } from '#assembly/edit/articles.ts'
import { focusSoon } from '#views/focus.ts'
import { change, type EditorState } from '../state/editor-state.ts'
import { write } from './clause-actions.ts'

/** Creates an id for an added clause that is unique even if two tabs add a clause at the same time. */
export const newId = () => `added-${crypto.randomUUID().slice(0, 13)}`

/** Adds an article of the creator with one empty clause, and opens its title for editing. */
export function addArticleAt(editor: EditorState, after: string | null): void {
  const id = newId()
  const clause = newId()
  change(editor, (answers, template) => addArticle(answers, template, { id, after }, clause))
  write(editor, id)
}

export function removeArticleAt(editor: EditorState, id: string): void {
  const anchor = editor.answers.value.addedArticles?.find((one) => one.id === id)
  change(editor, (answers, template) => removeArticle(answers, template, id))
  editor.writing.value = ''
  focusSoon(anchor?.after ? `part-${anchor.after}` : 'part-parties')
}

/** Adds an empty clause of the creator and opens it for editing. */
export function addClauseAfter(
  editor: EditorState,
  article: string,
  after: string | null,
  within?: string,
): void {
  const id = newId()
  change(editor, (answers, template) => addClause(answers, template, { id, article, after, within }))
  write(editor, id)
}

export function remove(editor: EditorState, id: string): void {
  const anchor = editor.answers.value.added.find((one) => one.id === id)
  change(editor, (answers, template) => removeAddedClause(answers, template, id))
  if (editor.writing.value === id) editor.writing.value = ''
  const precedingId = anchor?.after ?? anchor?.within
  if (anchor) focusSoon(precedingId ? `custom-${precedingId}` : `part-${anchor.article}`)
}
