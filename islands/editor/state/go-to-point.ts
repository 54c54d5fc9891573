import type { Fact } from '#modules/documents/assembly/conditions.ts'
import type { OpenPoint } from '#modules/documents/assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { write } from '../clause/clause-actions.ts'
import { openBlank } from '../fields/blanks.ts'
import { type EditorState, setMode } from './editor-state.ts'
import { nextPoint, pointKey } from './points.ts'

/** Goes to the next thing to settle and puts the cursor where it is settled. */
export function goToNext(editor: EditorState) {
  const point = nextPoint(editor.tree.value.open, editor.lastPoint.value)
  if (point) goToPoint(editor, point)
}

/** Goes to where a point is settled. */
export function goToPoint(editor: EditorState, point: OpenPoint) {
  editor.lastPoint.value = pointKey(point)
  const party = /^party:(.+)\.(.+)$/.exec(point.at)
  if (party) return goToParty(editor, `party-${party[1]}-${party[2]}`)
  if (point.field) return goToField(editor, point)
  setMode(editor, 'edit')
  if (point.kind === 'stale') {
    editor.selected.value = point.at
    return focusSoon(`confirm-${point.at}`, 'center')
  }
  write(editor, point.at)
}

function goToParty(editor: EditorState, id: string) {
  if (editor.mode.value === 'edit') editor.form.value = 'parties'
  focusSoon(id, 'center')
}

function goToField(editor: EditorState, point: OpenPoint) {
  const field = point.field ?? ''
  const blank = editor.mode.value === 'edit' && point.clause ? findBlank(editor, point.clause, field) : null
  if (!blank) {
    // A field that only decides what is printed stands in no text; the short form has them all.
    setMode(editor, 'fill')
    return focusSoon(boxesOf(`fill-${field}`, point), 'center')
  }
  openBlank(editor, blank)
  focusSoon(boxesOf(`blank-${field}`, point), 'center')
}

/** Of a text in two languages the box of the one it lacks, where that is not the first. */
function boxesOf(id: string, { problem }: OpenPoint): string[] {
  const side = problem?.startsWith('english') ? 'en' : 'zh'
  return [`${id}-${side}`, id]
}

/** Goes to where a fact is decided: to the field, the clause, or the parties. */
export function goToFact(editor: EditorState, fact: Fact) {
  if ('parties' in fact) return goToParty(editor, 'add-party')
  if ('field' in fact || 'filled' in fact) {
    setMode(editor, 'fill')
    return focusSoon(`fill-${'field' in fact ? fact.field : fact.filled}`, 'center')
  }
  const id = 'kept' in fact ? fact.kept : fact.chosen
  setMode(editor, 'edit')
  editor.selected.value = id
  const ways = [`restore-${id}`, `alternatives-${id}`, `custom-${id}`, `part-${id}`]
  focusSoon(ways, 'center')
}

/** The first blank of the field in that clause, on the primary side if it is there. */
function findBlank(editor: EditorState, clause: string, field: string) {
  const tree = editor.tree.value
  const top = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  const node = top.flatMap((one) => [one, ...one.items]).find(({ id }) => id === clause)
  for (const side of tree.sides) {
    const index = node?.text[side].findIndex((run) => run.kind === 'field' && run.of === field) ?? -1
    if (index >= 0) return { clause, side, index }
  }
  return null
}
