import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answers, Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { blocksOf } from '#assembly/compare/blocks.ts'
import { compareTrees, isChanged } from '#assembly/compare/compare.ts'
import { explainChanges } from '#assembly/compare/explain.ts'
import { markedText } from '#assembly/compare/wording.ts'
import { type ComparedWords, compareWords } from '#assembly/compare/words.ts'
import { dropClause, fillField, writeCustom } from '#assembly/edit.ts'
import { templateClauses } from '#assembly/outline.ts'
import { runsText } from '#assembly/plain.ts'
import type { DocumentTree, Run } from '#assembly/tree.ts'
import { findTemplate } from '#modules/templates/library.ts'
import { arbitraryDice } from '#tests/support/dice.ts'
import { scriptOf } from '#tests/support/edit-script.ts'
import { note } from '#tests/support/measured.ts'
import { runs } from '#tests/support/runs.ts'

const without = (pieces: ComparedWords[], change: ComparedWords['change']) =>
  pieces
    .filter((piece) => piece.change !== change)
    .map(({ text }) => text)
    .join('')

describe('comparison', () => {
  test('shows exactly the edits between two states of a document', () => {
    let tried = 0
    let exact = 0
    fc.assert(
      fc.property(arbitraryDice(), (dice) => {
        const { before, after, expected } = scriptOf(dice)
        const rows = compareTrees(before, after)
        const changes = Object.fromEntries(rows.filter(isChanged).map(({ id, change }) => [id, change]))
        expect(rows.filter(({ moved }) => moved)).toEqual([])
        tried++
        if (
          JSON.stringify(Object.entries(changes).sort()) === JSON.stringify(Object.entries(expected).sort())
        )
          exact++
        const printedBlocks = new Map(blocksOf(after).map((block) => [block.id, block]))
        for (const row of rows)
          if (row.change !== 'dropped')
            for (const side of after.sides)
              expect(without(row.text[side], 'dropped')).toBe(runsText(printedBlocks.get(row.id)!.text[side]))
      }),
      runs(20),
    )
    note('edit scripts recovered exactly by the comparison', `${exact} of ${tried}`)
    expect(exact / tried).toBeGreaterThanOrEqual(0.99)
  })

  test('shows no change for renumbered clauses and their references', () => {
    const template = findTemplate('service-agreement')
    const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
    const referring = [...templateClauses(template)].filter(({ clause }) => clause.text.zh.includes('{ref:'))
    expect(referring.length).toBeGreaterThan(0)
    const droppable = [...templateClauses(template)].find(
      ({ clause, article, parent }) => clause.droppable && article && !parent && !clause.when,
    )!
    const source = (answers: Answers) => ({ name: 'n', number: 'Q-1', template, answers })
    const [before, after] = [answers, dropClause(answers, template, droppable.clause.id)].map((one) =>
      assemble(source(one)),
    )
    const labels = (tree: DocumentTree) => blocksOf(tree).map(({ id, label }) => `${id} ${label.zh}`)
    expect(labels(after!).filter((label) => !labels(before!).includes(label)).length).toBeGreaterThan(0)
    const changedBlocks = compareTrees(before!, after!).filter(isChanged)
    const droppedIds = new Set(changedBlocks.filter(({ change }) => change === 'dropped').map(({ id }) => id))
    expect(droppedIds).toContain(droppable.clause.id)
    expect(changedBlocks.filter(({ id }) => !droppedIds.has(id))).toEqual([])
  })

  test('distinguishes a moved clause from a renumbered one', () => {
    const tree = assembled()
    const [first, second, ...rest] = tree.articles[0]!.clauses
    const treeWithMove = {
      ...tree,
      articles: [{ ...tree.articles[0]!, clauses: [second!, ...rest, first!] }, ...tree.articles.slice(1)],
    }
    const rows = compareTrees(tree, treeWithMove).filter(isChanged)
    expect(rows.filter(({ kind }) => kind === 'clause').map(({ id, moved }) => [id, moved])).toEqual([
      [first!.id, true],
    ])
  })

  test('explains filled fields, with both values, and a change in one language only', () => {
    const template = findTemplate('mutual-nda')
    const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
    const source = (answers: Answers) => ({ name: 'n', number: 'Q-1', template, answers })
    const field = template.fields.find(({ type }) => type === 'longtext' || type === 'text')!
    const clause = [...templateClauses(template)].find(
      ({ clause }) => !clause.when && !/[{\d]/.test(clause.text.zh + clause.text.en),
    )!.clause
    const filled = fillField(answers, template, field.id, { zh: '甲', en: 'A' })
    const answersWithCustom = writeCustom(filled, template, clause.id, 'en', 'Something else altogether.')
    const { fields, changed } = explainChanges(source(answers), source(answersWithCustom))
    expect(fields.map(({ field: { id }, before, after }) => [id, before.zh, after.en])).toEqual([
      [field.id, null, 'A'],
    ])
    const one = changed.find(({ row }) => row.id === clause.id)!
    expect([one.reason, one.oneSided, one.doubts.map(({ kind }) => kind)]).toEqual([
      'rewritten',
      true,
      ['stale', 'mismatch'],
    ])
  })
})

function assembled() {
  const template = findTemplate('mutual-nda')
  const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
  return assemble({ name: 'n', number: 'Q-1', template, answers })
}

const text = (words: string): Run[] => [{ kind: 'text', text: words }]

describe('word by word', () => {
  test.each([
    ['zh', '付款期限为三十日。', '付款期限为四十五日。', '付款期限为[-三十日-]{+四十五日+}。'],
    [
      'en',
      'within 30 days after delivery',
      'within 45 days after receipt',
      'within [-30-]{+45+} days after [-delivery-]{+receipt+}',
    ],
    ['en', 'The Buyer shall pay.', 'The Buyer shall promptly pay.', 'The Buyer shall {+promptly +}pay.'],
    ['zh', '', '新增一句。', '{+新增一句。+}'],
    ['en', 'Same.', 'Same.', 'Same.'],
  ] as [Side, string, string, string][])('in %s, from %j to %j', (side, before, after, marked) => {
    const shownChange = compareWords(text(before), text(after), side)
      .map(({ text: words, change }) =>
        change === 'added' ? `{+${words}+}` : change ? `[-${words}-]` : words,
      )
      .join('')
    expect(shownChange).toBe(marked)
  })

  test('a text of a very different length is replaced as a whole, in linear time', () => {
    const longText = (word: string) => text(Array.from({ length: 3000 }, (_, n) => `${word}${n}`).join(' '))
    expect(compareWords(longText('a'), longText('b'), 'en').map(({ change }) => change)).toEqual([
      'dropped',
      'added',
    ])
  })
})

describe('a proposed wording of a printed text', () => {
  const printedRuns: Run[] = [
    { kind: 'party', text: '甲方', target: 'a' },
    { kind: 'text', text: '应在' },
    { kind: 'field', text: '30', target: 'days' },
    { kind: 'text', text: '日内按' },
    { kind: 'ref', text: '第3.2条', target: 'payment' },
    { kind: 'text', text: '付款。' },
  ]

  test.each([
    ['甲方应在30日内按第3.2条付款。', '{party:a}应在{days}日内按{ref:payment}付款。'],
    ['甲方应当在30日内按第3.2条付清全部款项。', '{party:a}应当在{days}日内按{ref:payment}付清全部款项。'],
    ['甲方应在45日内按第3.2条付款。', '{party:a}应在45日内按{ref:payment}付款。'],
    ['甲方应在130日内按第3.2条付款。', '{party:a}应在130日内按{ref:payment}付款。'],
    ['乙方应在30日内付款。', '乙方应在{days}日内付款。'],
    ['甲方应在30日内按第3.2条付款{注}。', '{party:a}应在{days}日内按{ref:payment}付款{{注}}。'],
    ['完全不同', '完全不同'],
  ])('%s keeps the blanks and references that it does not change', (wording, marked) => {
    expect(markedText(printedRuns, wording)).toBe(marked)
  })

  test('is printed as written, whatever it contains', () => {
    const template = findTemplate('mutual-nda')
    const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
    const nodes = blocksOf(assembled()).filter(({ kind }) => kind === 'clause')
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.string({ unit: fc.constantFrom('甲', '方', 'a', '3', '{', '}', '。') }),
        (which, from, length, typed) => {
          const { id, text } = nodes[which % nodes.length]!
          const textBefore = runsText(text.zh)
          const position = from % (textBefore.length + 1)
          const wording = textBefore.slice(0, position) + typed + textBefore.slice(position + (length % 9))
          const textWithMarks = markedText(text.zh, wording)
          const tree = assemble({
            name: 'n',
            number: 'Q-1',
            template,
            answers: writeCustom(answers, template, id, 'zh', textWithMarks),
          })
          const currentBlock = blocksOf(tree).find((block) => block.id === id)
          expect(runsText(currentBlock!.text.zh)).toBe(wording)
        },
      ),
      runs(100),
    )
  })
})
