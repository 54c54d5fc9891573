import { fieldsOf, type Leaf } from '#assembly/rules/leaves.ts'
import { focusSoon } from '#views/focus.ts'
import { type EditorState, setMode } from './editor-state.ts'
import { goToParty } from './go-to-point.ts'

/** Goes to the place where a fact is determined: a field, a clause, or the parties. */
export function goToFact(editor: EditorState, fact: Leaf) {
  if ('parties' in fact) return goToParty(editor, 'add-party')
  if ('party' in fact) return goToParty(editor, `party-${fact.party.length > 1 ? 'a' : fact.party}-place`)
  const field = 'filled' in fact ? fact.filled : fieldsOf(fact)[0]
  if (field) {
    setMode(editor, 'fill')
    return focusSoon(`fill-${field}`, 'center')
  }
  if (!('kept' in fact || 'chosen' in fact)) return goToParty(editor, 'add-party')
  const id = 'kept' in fact ? fact.kept : fact.chosen
  setMode(editor, 'edit')
  editor.selected.value = id
  const buttonIds = [`restore-${id}`, `alternatives-${id}`, `custom-${id}`, `part-${id}`]
  focusSoon(buttonIds, 'center')
}
