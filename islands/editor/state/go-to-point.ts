import type { OpenPoint } from '#assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { write } from '../clause/clause-actions.ts'
import { openBlank } from '../fields/blanks.ts'
import { type EditorState, setMode } from './editor-state.ts'
import { confirmId, nextPoint, pointKey } from './points.ts'

/** Goes to the next open point and puts the cursor into its control. */
export function goToNext(editor: EditorState) {
  const point = nextPoint(editor.open.value, editor.lastPoint.value)
  if (point) goToPoint(editor, point)
}

/** Goes to the control that settles a point. */
export function goToPoint(editor: EditorState, point: OpenPoint) {
  editor.lastPoint.value = pointKey(point)
  const party = /^party:(.+)\.([^.]+)$/.exec(point.at)
  if (party) return goToParty(editor, `party-${party[1]}-${party[2]}`)
  if (point.at === 'languages') {
    editor.form.value = 'languages'
    return focusSoon('primary-language', 'center')
  }
  if (point.field) return goToField(editor, point)
  setMode(editor, 'edit')
  if (point.kind === 'stale') {
    editor.selected.value = point.at
    return focusSoon(`confirm-${point.at}`, 'center')
  }
  if (!canConfirmOnly(point)) return write(editor, point.at)
  // The text that contains a term is seldom its problem.
  editor.selected.value = point.at
  focusSoon(confirmId(point), 'center')
}

/** Whether the clause's own text is seldom the problem. */
const canConfirmOnly = ({ kind, check }: OpenPoint) =>
  kind === 'advice' || kind === 'statutory' || kind === 'machine' || check?.startsWith('term')

export function goToParty(editor: EditorState, id: string) {
  if (editor.mode.value === 'edit') editor.form.value = 'parties'
  focusSoon(id, 'center')
}

function goToField(editor: EditorState, point: OpenPoint) {
  const field = point.field ?? ''
  const blank = editor.mode.value === 'edit' && point.clause ? findBlank(editor, point.clause, field) : null
  if (!blank) {
    // A field without a printed blank is only in the short form, which has all fields.
    setMode(editor, 'fill')
    return focusSoon(boxesOf(`fill-${field}`, point), 'center')
  }
  openBlank(editor, blank)
  focusSoon(boxesOf(`blank-${field}`, point), 'center')
}

/** Ids of the boxes to focus: the box of the missing language, or the table's cell. */
function boxesOf(whole: string, { at, problem, field = '', cell }: OpenPoint): string[] {
  const side = problem?.startsWith('english') ? 'en' : 'zh'
  const id = cell ? `${whole}${at.slice(field.length).replaceAll('.', '-')}` : whole
  return [`${id}-${side}`, id, whole]
}

/** The first blank of the field in that clause, on the primary side if possible. */
function findBlank(editor: EditorState, clause: string, field: string) {
  const tree = editor.tree.value
  const top = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  const node = top.flatMap((one) => [one, ...one.items]).find(({ id }) => id === clause)
  // A table comes after all blanks of its clause.
  if (node?.table?.field === field) return { clause, side: tree.sides[0]!, index: -1 }
  for (const side of tree.sides) {
    const index = node?.text[side].findIndex((run) => run.kind === 'field' && run.target === field) ?? -1
    if (index >= 0) return { clause, side, index }
  }
  return null
}
