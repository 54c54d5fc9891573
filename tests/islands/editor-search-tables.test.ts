import { describe, expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { TableRow, TableValue } from '#assembly/template/template.ts'
import { findMatches } from '#islands/editor/search/find.ts'
import { printedTexts } from '#islands/editor/search/printed-texts.ts'
import { nameOf, replaceMatches } from '#islands/editor/search/replace.ts'
import { goodsRow, tableAnswers, tableTemplate } from '#tests/support/table-template.ts'

const template = tableTemplate()
const answersOf = (...rows: TableRow[]) => tableAnswers(rows, undefined, template)
const openDocument = (answers: Answers) => ({
  template,
  answers,
  tree: assemble({ name: '', number: 'QS-1', template, answers }),
})
const look = (answers: Answers, query: string) =>
  findMatches(printedTexts(openDocument(answers)), { query, matchCase: true })
const cellsIn = (answers: Answers, row = 0) => (answers.fields.goods as TableValue).rows[row]!.cells

function replace(answers: Answers, query: string, replacement: string, only?: number) {
  const matches = look(answers, query)
  const chosenMatches = only === undefined ? matches : [matches[only]!]
  return replaceMatches(openDocument(answers), chosenMatches, { query, replacement, matchCase: true })
}

const rows = [goodsRow('r1'), goodsRow('r2', { name: { zh: '减速器', en: 'Gear box' } })]

describe('the search in a table', () => {
  test('finds heads, cells and totals in reading order, and text shared by both languages once', () => {
    const matchesOf = (query: string) =>
      look(answersOf(...rows), query).map(({ text }) => [text.text, text.side])
    expect(matchesOf('SM-400')).toEqual([
      ['SM-400', 'zh'],
      ['SM-400', 'zh'],
    ])
    expect(matchesOf('Servo')).toEqual([['Servo motor r1', 'en']])
    expect(matchesOf('Unit price')).toEqual([['Unit price (CNY)', 'en']])
    expect(matchesOf('7,203.00')).toEqual([['7,203.00', 'zh']])
    expect(new Set(look(answersOf(...rows), 'SM-400').map(({ text }) => text.place)).size).toBe(2)
  })

  test('distinguishes custom text from generated text', () => {
    const sources = (query: string) =>
      look(answersOf(...rows), query).map(({ part }) => part && `${part.source.kind} ${nameOf(part.source)}`)
    expect(sources('Gear')).toEqual(['text goods.r2.name'])
    expect(sources('1,200.50')).toEqual(['value goods.r1.price', 'value goods.r2.price'])
    // Products, totals, headers and row numbers.
    expect([sources('3,601.50'), sources('合计'), sources('型号')]).toEqual([
      [undefined, undefined],
      [undefined],
      [undefined],
    ])
  })

  test('finds nothing to replace in an empty table', () => {
    const tableTexts = printedTexts(openDocument(answersOf())).filter(({ place }) =>
      place.startsWith('[data-table'),
    )
    expect([tableTexts.length > 5, tableTexts.flatMap((one) => one.parts)]).toEqual([true, []])
  })
})

describe('a replacement in a table', () => {
  test('writes the cells, in one place or everywhere, and leaves the rest of the rows', () => {
    const answers = answersOf(...rows)
    const replacedEverywhere = replace(answers, 'SM-400', 'SM-500')
    expect([replacedEverywhere.done, replacedEverywhere.fixed, replacedEverywhere.refused]).toEqual([
      2,
      [],
      [],
    ])
    expect([cellsIn(replacedEverywhere.answers).model, cellsIn(replacedEverywhere.answers, 1).model]).toEqual(
      ['SM-500', 'SM-500'],
    )
    expect(cellsIn(replacedEverywhere.answers)).toEqual({ ...cellsIn(answers), model: 'SM-500' })
    const replacedSecond = replace(answers, 'SM-400', 'SM-500', 1).answers
    expect([cellsIn(replacedSecond).model, cellsIn(replacedSecond, 1).model]).toEqual(['SM-400', 'SM-500'])
  })

  test('in one language makes the other stale; in both languages, neither', () => {
    const answers = answersOf(...rows)
    expect(cellsIn(replace(answers, '减速器', '齿轮箱').answers, 1).name).toEqual({
      zh: '齿轮箱',
      en: 'Gear box',
      stale: 'en',
    })
    expect(cellsIn(replace(answers, 'r1', 'r9').answers).name).toEqual({
      zh: '伺服电机r9',
      en: 'Servo motor r9',
    })
  })

  test('parses figures, sums and dates as if typed into their fields', () => {
    const answers = answersOf(goodsRow('r1', { quantity: 12 }))
    expect(cellsIn(replace(answers, '1,200.50', '1,300.25').answers).price).toBe(130_025)
    expect(cellsIn(replace(answers, '12', '15', 0).answers)).toMatchObject({ quantity: 15, price: 120_050 })
    expect(cellsIn(replace(answers, '2026', '2027').answers).delivery).toBe('2027-12-01')
  })

  test('that a cell rejects is left out, with the reason, and the other rows are replaced', () => {
    const { answers, done, refused } = replace(
      answersOf(goodsRow('r1', { name: 'Motor' }), goodsRow('r2', { name: `Motor ${'x'.repeat(90)}` })),
      'Motor',
      'Servo motor of the kind',
    )
    expect(refused.map(({ problem, match }) => [problem, nameOf(match.part!.source)])).toEqual([
      ['tooLong', 'goods.r2.name'],
    ])
    expect([done, cellsIn(answers).name]).toEqual([1, 'Servo motor of the kind'])
    expect(cellsIn(answers, 1).name).toMatch(/^Motor x/)
    const smallReplacement = replace(answersOf(goodsRow('r1', { quantity: 3 })), '3', '0', 0)
    const matches = [...smallReplacement.refused, ...smallReplacement.fixed]
    expect([cellsIn(smallReplacement.answers).quantity, matches.length]).toEqual([3, 1])
  })

  test('by nothing empties a cell', () => {
    expect(cellsIn(replace(answersOf(goodsRow('r1')), 'SM-400', '').answers)).not.toHaveProperty('model')
  })
})
