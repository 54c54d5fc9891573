import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { unsettledIn } from '#assembly/confirmation/confirmation.ts'
import { dropClause, fillField } from '#assembly/edit.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { liveFields } from '#islands/editor/fields/live-fields.ts'
import { articleState } from '#islands/editor/parts/outline-state.ts'
import { moveEntry } from '#islands/editor/parts/signature-form.tsx'
import { closeStep, emptyHistory, recordChange, redoStep, undoStep } from '#islands/editor/state/history.ts'
import { countPoints, nextPoint, pointKey } from '#islands/editor/state/points.ts'
import { isEqual, shareParts } from '#islands/editor/state/same.ts'
import { shanghaiTime, sideLang } from '#islands/editor/words.ts'
import { nda, ndaAnswers } from './editor-support.ts'

const answers = ndaAnswers()
const source = { name: '', number: 'QS-1', template: nda }
const treeOf = (now = answers) => assemble({ ...source, answers: now })

test('typing in one blank keeps the object identity of every other clause', () => {
  const treeBefore = treeOf()
  const treeAfter = shareParts(
    treeBefore,
    treeOf(fillField(answers, nda, 'secrecy-term', { count: 5, unit: 'year' })),
  )
  const clauses = (tree: typeof treeBefore) => tree.articles.flatMap(({ clauses }) => clauses)
  const changedClauses = clauses(treeAfter).filter((node, index) => node !== clauses(treeBefore)[index])
  expect(changedClauses.length).toBeGreaterThan(0)
  expect(changedClauses.length).toBeLessThan(4)
  expect(treeAfter).toEqual(treeOf(fillField(answers, nda, 'secrecy-term', { count: 5, unit: 'year' })))
})

test('sharing returns the old value if nothing changed, and detects removed keys', () => {
  const last = { a: [1, { b: 2 }], c: 3 }
  expect(shareParts(last, structuredClone(last))).toBe(last)
  expect(shareParts<unknown>(last, { a: last.a })).toEqual({ a: last.a })
  expect(shareParts<unknown>([1, 2], [1])).toEqual([1])
})

test('equality ignores the order of keys, and the difference between missing and undefined', () => {
  expect(isEqual({ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1, d: undefined })).toBe(true)
  expect(isEqual({ a: 1 }, { a: 1, b: null })).toBe(false)
  expect(isEqual([1, 2], [2, 1])).toBe(false)
})

test('key strokes in one place are one undo step, the next visit is another', () => {
  const [one, two, three] = ['一', '一二', '一二三'].map((text) => fillField(answers, nda, 'project', text))
  if (!one || !two || !three) throw new Error('three versions are needed')
  let history = recordChange(emptyHistory, answers, 'project')
  history = recordChange(history, one, 'project')
  history = recordChange(closeStep(history), two, 'project')
  const undone = undoStep(history, three)
  expect(undone?.answers).toBe(two)
  const firstStep = undone && undoStep(undone.history, two)
  expect(firstStep?.answers).toBe(answers)
  expect(firstStep && redoStep(firstStep.history, answers)?.answers).toBe(two)
  expect(undoStep(emptyHistory, answers)).toBeNull()
})

test('a new change after undoing clears the redo list', () => {
  const undone = undoStep(recordChange(emptyHistory, answers), fillField(answers, nda, 'project', 'x'))
  if (!undone) throw new Error('a step is needed')
  expect(redoStep(recordChange(undone.history, answers, 'project'), answers)).toBeNull()
})

const points: OpenPoint[] = [
  { kind: 'required', at: 'party:a.name', field: 'name' },
  { kind: 'stale', at: 'clause-1', clause: 'clause-1' },
  { kind: 'mismatch', at: 'clause-1', clause: 'clause-1' },
]

test('going to the next open point cycles through all of them', () => {
  let last = ''
  const visited = [1, 2, 3, 4].map(() => {
    const point = nextPoint(points, last)
    last = point ? pointKey(point) : ''
    return point
  })
  expect(visited).toEqual([...points, points[0]])
  expect(nextPoint([], 'anything')).toBeUndefined()
})

test('a mismatch is a warning but does not prevent finalising', () => {
  expect(unsettledIn({ open: points })).toHaveLength(2)
  expect(countPoints(points)).toEqual({
    required: 1,
    stale: 1,
    mismatch: 1,
    invalid: 0,
    advice: 0,
    statutory: 0,
    machine: 0,
  })
})

test('the short form shows fields that decide a clause, but not those that only dropped clauses print', () => {
  const ids = (now = answers) => liveFields(nda, now, treeOf(now)).map(({ id }) => id)
  expect(ids()).toContain('no-hire-period')
  expect(ids()).toContain('return-period')
  expect(ids(dropClause(answers, nda, 'return-duty'))).not.toContain('return-period')
})

test('an article is marked as changed once one of its clauses is dropped', () => {
  const index = nda.articles.findIndex(({ clauses }) => clauses.some(({ droppable }) => droppable))
  const clause = nda.articles[index]?.clauses.find(({ droppable }) => droppable)
  const stateOf = (now = answers) => {
    const article = treeOf(now).articles[index]
    return article && articleState(article, {}, now)
  }
  expect(stateOf()).toBe('done')
  expect(stateOf(dropClause(answers, nda, clause?.id ?? ''))).toBe('changed')
})

test('a signature moves by one place and stays at the ends', () => {
  expect(moveEntry(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moveEntry(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
  expect(moveEntry(['a', 'b'], 'z', 1)).toEqual(['a', 'b'])
})

test('the time of saving is shown in Shanghai time, whatever the browser’s time zone', () => {
  expect(shanghaiTime('2026-11-21T06:02:00Z')).toBe('14:02')
  expect(shanghaiTime('2026-11-21T16:30:00Z')).toBe('00:30')
  expect([sideLang('zh', 'Hant'), sideLang('en', 'Hans')]).toEqual(['zh-Hant', 'en'])
})
