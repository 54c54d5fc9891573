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

/** Goes to the control that resolves a point. */
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
  // The problem is seldom in the clause that contains the term, so its text is not opened.
  editor.selected.value = point.at
  focusSoon(confirmId(point), 'center')
}

/** Whether a change of the clause's text seldom resolves the point. */
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
    // A field without a printed blank is only in the short form, which contains all fields.
    setMode(editor, 'fill')
    return focusSoon(boxesOf(`fill-${field}`, point), 'center')
  }
  openBlank(editor, blank)
  focusSoon(boxesOf(`blank-${field}`, point), 'center')
}

/** The ids of the boxes to focus: the box of the missing language, or that of the table cell. */
function boxesOf(fieldBoxId: string, { at, problem, field = '', cell }: OpenPoint): string[] {
  const side = problem?.startsWith('english') ? 'en' : 'zh'
  const id = cell ? `${fieldBoxId}${at.slice(field.length).replaceAll('.', '-')}` : fieldBoxId
  return [`${id}-${side}`, id, fieldBoxId]
}

/** The first blank of the field in that clause, on the primary side if possible. */
function findBlank(editor: EditorState, clause: string, field: string) {
  const tree = editor.tree.value
  const topNodes = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  const node = topNodes.flatMap((one) => [one, ...one.items]).find(({ id }) => id === clause)
  // A table follows all blanks of its clause.
  if (node?.table?.field === field) return { clause, side: tree.sides[0]!, index: -1 }
  for (const side of tree.sides) {
    const index = node?.text[side].findIndex((run) => run.kind === 'field' && run.target === field) ?? -1
    if (index >= 0) return { clause, side, index }
  }
  return null
}
