import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Choice, mergeAnswers } from '#islands/editor/state/merge.ts'
import '#islands/editor/state/merge-tables.ts'
import type { Answers } from '#assembly/answers.ts'
import { addRow, moveRow, removeRow, setCell, setCurrency } from '#assembly/edit/tables.ts'
import type { CellValue, TableValue } from '#assembly/template/template.ts'
import { arbitraryDice, type Dice } from '#tests/support/dice.ts'
import { runs } from '#tests/support/runs.ts'
import { goodsRow, tableAnswers, tableTemplate } from '#tests/support/table-template.ts'

const template = tableTemplate()
const start = tableAnswers([goodsRow('r1'), goodsRow('r2'), goodsRow('r3')], undefined, template)
const cell = (answers: Answers, row: string, column: string, value: CellValue | undefined) =>
  setCell(answers, template, 'goods', { row, column }, value)
const add = (answers: Answers, row: string, model: string) =>
  cell(addRow(answers, template, 'goods'), row, 'model', model)
const remove = (answers: Answers, row: string) => removeRow(answers, template, 'goods', row)
const merge = (mine: Answers, theirs: Answers, choices: Record<string, Choice> = {}, base = start) =>
  mergeAnswers([base], mine, theirs, choices)
const rowsIn = ({ fields }: Answers) => (fields.goods as TableValue).rows
const summaryOf = ({ answers, conflicts }: ReturnType<typeof merge>) => [
  conflicts.map(({ path }) => path),
  rowsIn(answers).map(({ id, cells }) => `${id} ${cells.model} ${cells.quantity}`),
]

describe('two tabs that fill in one table', () => {
  test('merge changes of different cells, and all new rows, without a question', () => {
    const mine = add(cell(start, 'r1', 'model', 'M1'), 'r4', 'M4')
    const theirs = cell(cell(start, 'r1', 'quantity', 9), 'r2', 'model', 'T2')
    expect(summaryOf(merge(mine, theirs))).toEqual([
      [],
      ['r1 M1 9', 'r2 T2 3', 'r3 SM-400 3', 'r4 M4 undefined'],
    ])
    expect(merge(theirs, mine).answers.fields).toEqual(merge(mine, theirs).answers.fields)
  })

  test('ask about a cell changed in both, and about nothing else', () => {
    const mine = cell(cell(start, 'r1', 'model', 'M1'), 'r3', 'quantity', 7)
    const theirs = cell(cell(start, 'r1', 'model', 'T1'), 'r2', 'quantity', 8)
    const mergedAnswers = merge(mine, theirs)
    expect(mergedAnswers.conflicts).toEqual([
      { path: 'cell.goods.r1.model', kind: 'cell', id: 'goods.r1.model', mine: 'M1', theirs: 'T1' },
    ])
    expect(summaryOf(mergedAnswers)[1]).toEqual(['r1 M1 3', 'r2 SM-400 8', 'r3 SM-400 7'])
    expect(summaryOf(merge(mine, theirs, { 'cell.goods.r1.model': 'theirs' }))[1]![0]).toBe('r1 T1 3')
  })

  test('ask about a row that was removed in one and changed in the other', () => {
    const mine = remove(start, 'r2')
    const theirs = cell(start, 'r2', 'model', 'T2')
    const mergedAnswers = merge(mine, theirs)
    expect(mergedAnswers.conflicts).toMatchObject([
      { path: 'row.goods.r2', mine: undefined, theirs: { model: 'T2' } },
    ])
    expect(rowsIn(mergedAnswers.answers).map(({ id }) => id)).toEqual(['r1', 'r3'])
    expect(summaryOf(merge(mine, theirs, { 'row.goods.r2': 'theirs' }))[1]![1]).toBe('r2 T2 3')
    // An unchanged row is removed without asking the user.
    expect(summaryOf(merge(mine, cell(start, 'r1', 'model', 'T1')))).toEqual([[], ['r1 T1 3', 'r3 SM-400 3']])
  })

  test('keep both rows that were added under the same name', () => {
    const mergedAnswers = merge(add(start, 'r4', 'M4'), add(start, 'r4', 'T4'))
    expect(summaryOf(mergedAnswers)).toEqual([
      [],
      ['r1 SM-400 3', 'r2 SM-400 3', 'r3 SM-400 3', 'r4 T4 undefined', 'r5 M4 undefined'],
    ])
    const sentAnswers = add(start, 'r4', 'M4')
    const laterAnswers = cell(sentAnswers, 'r4', 'quantity', 5)
    const known = mergeAnswers([start, sentAnswers], laterAnswers, cell(sentAnswers, 'r1', 'model', 'T1'))
    expect(summaryOf(known)[1]).toEqual(['r1 T1 3', 'r2 SM-400 3', 'r3 SM-400 3', 'r4 M4 5'])
  })

  test('fill in the first row of an empty table together', () => {
    const { goods: _, ...fields } = start.fields
    const emptyTable = { ...start, fields }
    const mine = cell(emptyTable, 'r1', 'model', 'M1')
    const theirs = cell(emptyTable, 'r1', 'quantity', 2)
    expect(summaryOf(merge(mine, theirs, {}, emptyTable))).toEqual([[], ['r1 M1 2']])
  })

  test('keep the order of the tab that moved rows', () => {
    const answersWithMove = moveRow(start, template, 'goods', { row: 'r3', step: -1 })
    const otherAnswers = add(start, 'r4', 'T4')
    const ids = (answers: Answers) => rowsIn(answers).map(({ id }) => id)
    expect(ids(merge(answersWithMove, otherAnswers).answers)).toEqual(['r1', 'r3', 'r2', 'r4'])
    expect(ids(merge(otherAnswers, answersWithMove).answers)).toEqual(['r1', 'r3', 'r2', 'r4'])
  })

  test('ask about the whole table if its currency was changed, or it would be too long', () => {
    const dollars = setCurrency(start, template, 'goods', 'USD')
    expect(merge(dollars, cell(start, 'r1', 'price', 5)).conflicts).toMatchObject([{ path: 'field.goods' }])
    const longTable = (prefix: string) => {
      const rows = Array.from({ length: 60 }, (_, n) => goodsRow(`${prefix}${n}`))
      return { ...start, fields: { ...start.fields, goods: { rows, currency: 'CNY' } } }
    }
    expect(merge(longTable('a'), longTable('b')).conflicts).toMatchObject([{ path: 'field.goods' }])
  })

  test('lose nothing, except what a question or a deletion removed', () => {
    let withConflicts = 0
    fc.assert(
      fc.property(arbitraryDice(), (dice) => {
        let textCount = 0
        const word = () => `word${++textCount}x`
        const mine = changeRandomly(dice, word)
        const theirs = changeRandomly(dice, word)
        const { answers, conflicts } = merge(mine, theirs)
        if (conflicts.length) withConflicts++
        const snapshot = JSON.stringify([answers, conflicts])
        const texts = JSON.stringify([mine, theirs]).match(/word\d+x/g) ?? []
        expect(texts.filter((text) => !snapshot.includes(text))).toEqual([])
        const ids = rowsIn(answers).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        // A merged result is final: merging again changes nothing.
        expect(merge(answers, theirs, {}, theirs).answers).toEqual(answers)
      }),
      runs(100),
    )
    expect(withConflicts, 'sides that never conflict would prove nothing').toBeGreaterThan(10)
  })
})

/** Changes, adds, moves and removes some rows. */
function changeRandomly(dice: Dice, word: () => string): Answers {
  let answers = start
  for (let count = 1 + dice.below(6); count > 0; count--) {
    const rows = rowsIn(answers)
    const row = rows[dice.below(rows.length)]?.id ?? 'r1'
    answers = dice.pick([
      () => cell(answers, row, dice.pick(['name', 'model']), word()),
      () => addRow(answers, template, 'goods'),
      () => moveRow(answers, template, 'goods', { row, step: dice.pick([1, -1]) }),
      () => remove(answers, row),
    ])()
  }
  return answers
}
