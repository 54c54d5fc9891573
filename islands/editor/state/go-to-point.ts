import type { OpenPoint } from '#modules/documents/assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { write } from '../clause/clause-actions.ts'
import { openBlank } from '../fields/blanks.ts'
import { type Desk, setMode } from './editor-state.ts'
import { nextPoint, pointKey } from './points.ts'

/** Goes to the next thing to settle and puts the cursor where it is settled. */
export function goToNext(desk: Desk) {
  const point = nextPoint(desk.tree.value.open, desk.lastPoint.value)
  if (!point) return
  desk.lastPoint.value = pointKey(point)
  const party = /^party:(.+)\.(.+)$/.exec(point.at)
  if (party) return goToParty(desk, `party-${party[1]}-${party[2]}`)
  if (point.field) return goToField(desk, point)
  setMode(desk, 'edit')
  if (point.kind === 'stale') {
    desk.selected.value = point.at
    return focusSoon(`confirm-${point.at}`, 'center')
  }
  write(desk, point.at)
}

function goToParty(desk: Desk, id: string) {
  if (desk.mode.value === 'edit') desk.form.value = 'parties'
  focusSoon(id, 'center')
}

function goToField(desk: Desk, point: OpenPoint) {
  const field = point.field ?? ''
  const blank = desk.mode.value === 'edit' && point.clause ? findBlank(desk, point.clause, field) : null
  if (!blank) {
    // A field that only decides what is printed stands in no text; the short form has them all.
    setMode(desk, 'fill')
    return focusSoon(`fill-${field}`, 'center')
  }
  openBlank(desk, blank)
  focusSoon(`blank-${field}`, 'center')
}

/** The first blank of the field in that clause, on the primary side if it is there. */
function findBlank(desk: Desk, clause: string, field: string) {
  const tree = desk.tree.value
  const top = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  const node = top.flatMap((one) => [one, ...one.items]).find(({ id }) => id === clause)
  for (const side of tree.sides) {
    const index = node?.text[side].findIndex((run) => run.kind === 'field' && run.of === field) ?? -1
    if (index >= 0) return { clause, side, index }
  }
  return null
}
