import { expect, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { addClause, writeCustom, writeText } from '#assembly/edit.ts'
import { machineKey, machineMark, machineTexts, twinAt } from '#assembly/open-points/machine-points.ts'
import { mergeAnswers } from '#islands/editor/state/merge.ts'
import { translatableUnits } from '#modules/documents/translation/units.ts'
import { sampleAnswers, templateOf } from '#tests/support/sample-documents.ts'

const CODES = ['purchase-order', 'service-agreement', 'data-processing', 'loan']

/** A document whose custom texts and added clause are machine translations. */
function translated(code: string): Answers {
  const { template } = templateOf(code)
  const place = { id: 'own-1', article: template.articles[0]!.id, after: null }
  const answersWithClause = addClause(sampleAnswers(code), template, place)
  const zh = writeCustom(answersWithClause, template, 'own-1', 'zh', '双方每月对账一次。')
  const answers = writeCustom(zh, template, 'own-1', 'en', 'The Parties shall reconcile accounts monthly.')
  const keys = translatableUnits(template, answers).map(({ key }) => key)
  return { ...answers, machine: Object.fromEntries(keys.map((key) => [key, markAt(key, answers)])) }
}

const markAt = (key: string, answers: Answers) => machineMark(twinAt(key, answers)!)

const machinePointsOf = (code: string, answers: Answers) => {
  const { template } = templateOf(code)
  const tree = assemble({ name: 'n', number: 'QS-1', template, answers })
  return tree.open.filter(({ kind }) => kind === 'machine')
}

const without = ({ machine, ...answers }: Answers) => answers

test.each(CODES)(
  '%s: each translated text that is printed is an open point until it is confirmed',
  (code) => {
    const { template } = templateOf(code)
    let answers = translated(code)
    const points = machinePointsOf(code, answers)
    const kinds = new Set(points.map((point) => machineKey(point).split(':')[0]))
    expect([...kinds]).toContain('clause')
    expect([...kinds]).toContain('field')
    expect(points.length).toBeLessThanOrEqual(machineTexts(answers))
    for (const [index, point] of points.entries()) {
      answers = confirmPoint(answers, template, point)
      expect(machinePointsOf(code, answers)).toHaveLength(points.length - index - 1)
    }
    expect(without(answers)).toEqual(without(translated(code)))
  },
)

test('the texts of a table and the address of a party are separate open points', () => {
  const points = machinePointsOf('purchase-order', translated('purchase-order'))
  const keys = points.map(machineKey)
  expect(keys.filter((key) => key.startsWith('cell:')).length).toBeGreaterThan(0)
  expect(keys.filter((key) => key.startsWith('party:')).length).toBeGreaterThan(0)
  for (const { cell, clause } of points.filter((point) => point.cell))
    expect([cell!.row > 0, typeof clause]).toEqual([true, 'string'])
})

test('an edit of either text removes the mark', () => {
  const { template } = templateOf('service-agreement')
  const answers = translated('service-agreement')
  const before = machinePointsOf('service-agreement', answers).length
  for (const side of ['zh', 'en'] as const) {
    const clause = writeCustom(answers, template, 'own-1', side, 'Other words 其他')
    expect(machinePointsOf('service-agreement', clause)).toHaveLength(before - 1)
    const field = writeText(answers, template, 'services', side, 'Other words 其他')
    expect(machinePointsOf('service-agreement', field)).toHaveLength(before - 1)
  }
})

test('in one language there is nothing to confirm', () => {
  const answers = translated('service-agreement')
  const languages = { ...answers.languages, bilingual: false }
  expect(machinePointsOf('service-agreement', { ...answers, languages })).toEqual([])
})

test('adopting another version of the template keeps the marks', () => {
  for (const code of CODES) {
    const { template } = templateOf(code)
    const answers = translated(code)
    const { answers: moved } = adoptTemplate(template, { ...template, version: 99 }, answers)
    expect(machinePointsOf(code, moved)).toEqual(machinePointsOf(code, answers))
  }
})

test('two people who confirm at the same time do not restore each other’s marks', () => {
  const { template } = templateOf('service-agreement')
  const base = translated('service-agreement')
  const [one, other, ...rest] = machinePointsOf('service-agreement', base)
  const mine = confirmPoint(base, template, one!)
  const theirs = confirmPoint(base, template, other!)
  const { answers, conflicts } = mergeAnswers([base], mine, theirs)
  expect(conflicts).toEqual([])
  expect(machinePointsOf('service-agreement', answers)).toEqual(rest)
  // A later machine translation sets new marks.
  const mark = { ...without(base) }
  const again = mergeAnswers([mark], { ...mark, fields: { ...mark.fields, extra: 'x' } }, base)
  expect(again.answers.machine).toEqual(base.machine)
})

test('a doubt of the second reading moves with its text to another version, and ends with an edit', () => {
  for (const code of CODES) {
    const { template } = templateOf(code)
    const { machine, ...answers } = translated(code)
    const doubted = Object.fromEntries(
      Object.entries(machine!).map(([key, of]) => [key, { of, zh: '甲', en: 'A' }]),
    )
    const doubtsOf = (one: Answers) =>
      assemble({ name: 'n', number: 'QS-1', template, answers: one }).open.filter(
        ({ check }) => check === 'reading',
      )
    const doubts = doubtsOf({ ...answers, doubted })
    expect(doubts.map(({ grade }) => grade)).toEqual(doubts.map(() => 'look'))
    expect(doubts.filter(({ cell }) => cell).length > 0).toBe(code === 'purchase-order')
    const { answers: moved } = adoptTemplate(template, { ...template, version: 99 }, { ...answers, doubted })
    expect(doubtsOf(moved)).toEqual(doubts)
    const edited = writeCustom(moved, template, 'own-1', 'en', 'The Parties reconcile accounts.')
    expect(doubtsOf(edited)).toHaveLength(doubts.length - 1)
    let confirmed = moved
    for (const doubt of doubts) confirmed = confirmPoint(confirmed, template, doubt)
    expect(doubtsOf(confirmed)).toEqual([])
  }
})
