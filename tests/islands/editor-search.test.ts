import { describe, expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { addArticle, clauseText, fillField, setParty, writeCustom } from '#assembly/edit.ts'
import { plainText } from '#assembly/plain.ts'
import { findMatches, type Query } from '#islands/editor/search/find.ts'
import { printedTexts } from '#islands/editor/search/printed-texts.ts'
import { replaceMatches } from '#islands/editor/search/replace.ts'
import { filledNda } from '#tests/cast/signing.ts'
import { nda, ndaAnswers } from './editor-support.ts'

const filled = () => filledNda(ndaAnswers())

const openDocument = (answers: Answers) => {
  const tree = assemble({ name: '', number: 'QS-2026-0142', template: nda, answers })
  return { template: nda, answers, tree }
}

const look = (answers: Answers, query: string, matchCase = false) =>
  findMatches(printedTexts(openDocument(answers)), { query, matchCase })

/** Replaces all matches, or the matches in `chosen`. */
function replace(answers: Answers, query: string, replacement: string, some: Partial<ReplaceOptions> = {}) {
  const fullQuery: Query & { replacement: string } = {
    query,
    replacement,
    matchCase: some.matchCase ?? false,
  }
  const matches = findMatches(printedTexts(openDocument(answers)), fullQuery)
  return replaceMatches(
    openDocument(answers),
    some.only === undefined ? matches : [matches[some.only]!],
    fullQuery,
  )
}
interface ReplaceOptions {
  only: number
  matchCase: boolean
}

const textOf = (answers: Answers) =>
  [plainText(openDocument(answers).tree, 'zh'), plainText(openDocument(answers).tree, 'en')].join('\n')
const count = (text: string, words: string) => text.split(words).length - 1

const clauses = nda.articles.flatMap((article) => article.clauses)
const ownClauseId = clauses[2]!.id

describe('the search', () => {
  test('covers every text of the document, in both languages, once', () => {
    const answers = filled()
    const text = textOf(answers)
    for (const words of ['甲方', 'Party A', '仓储自动化', 'oliver@kestrel.example', '本合同', 'shall'])
      expect([words, look(answers, words, true).length]).toEqual([words, count(text, words)])
    expect(look(answers, '甲方').length).toBeGreaterThan(2)
  })

  test('matches character by character, ignoring case by default', () => {
    const answers = setParty(filled(), nda, 'b', { name: 'A.B (x) [y]* İ' })
    expect(look(answers, '.b (X) [y]*').length).toBeGreaterThan(0)
    expect(look(answers, '.b (X) [y]*', true)).toEqual([])
    expect(look(answers, 'A?B')).toEqual([])
    expect(look(setParty(filled(), nda, 'b', { name: 'K-2/b' }), 'k-2/B').length).toBeGreaterThan(0)
    expect(look(answers, '')).toEqual([])
  })

  test('distinguishes custom text from fixed text', () => {
    const answers = writeCustom(
      filled(),
      nda,
      ownClauseId,
      'en',
      'The word {party:b} keeps for {term} stays.',
    )
    const kinds = (words: string) => [
      ...new Set(look(answers, words, true).map(({ part }) => part?.source.kind)),
    ]
    expect(kinds('The word')).toEqual(['custom'])
    expect(kinds('word Party B keeps')).toEqual([undefined])
    expect(kinds('Kestrel Robotics')).toEqual(['party'])
    expect(kinds('warehouse')).toEqual(['text'])
    expect(kinds('Article 1')).toEqual([undefined])
  })
})

describe('a replacement', () => {
  test('changes all custom text, counts the places in the document, and leaves fixed text unchanged', () => {
    const answers = writeCustom(filled(), nda, ownClauseId, 'en', 'Oliver Grant of {party:b.nameEn} is told.')
    const matchesBefore = look(answers, 'Oliver Grant')
    expect(matchesBefore.length).toBeGreaterThan(2)
    const { answers: after, done, fixed, refused } = replace(answers, 'Oliver Grant', 'Olivia Stone')
    expect([done, fixed, refused]).toEqual([matchesBefore.length, [], []])
    expect(look(after, 'Oliver Grant')).toEqual([])
    expect(look(after, 'Olivia Stone')).toHaveLength(matchesBefore.length)
    expect(clauseText(after, nda, ownClauseId).en).toBe('Olivia Stone of {party:b.nameEn} is told.')
    const shall = look(answers, 'shall')
    const fixedOnly = replace(answers, 'shall', 'must')
    expect([fixedOnly.answers, fixedOnly.done, fixedOnly.fixed.length]).toEqual([answers, 0, shall.length])
  })

  test('of one place leaves the others unchanged', () => {
    const answers = writeCustom(filled(), nda, ownClauseId, 'en', 'one two one {party:a} one')
    const matchIndex = look(answers, 'one', true).findIndex(({ text }) => text.clause === ownClauseId)
    const { answers: after, done } = replace(answers, 'one', 'three', {
      only: matchIndex + 1,
      matchCase: true,
    })
    expect([clauseText(after, nda, ownClauseId).en, done]).toEqual(['one two three {party:a} one', 1])
  })

  test('keeps marks, braces and the other language, which becomes stale', () => {
    let answers = writeCustom(filled(), nda, ownClauseId, 'zh', '由{party:a}在{{附件}}中写明{ref:term}。')
    answers = writeCustom(
      answers,
      nda,
      ownClauseId,
      'en',
      '{party:a} writes {{annex}} of {number}, {ref:term}.',
    )
    const { answers: after } = replace(answers, 'annex', '{schedule}')
    expect(clauseText(after, nda, ownClauseId)).toEqual({
      zh: '由{party:a}在{{附件}}中写明{ref:term}。',
      en: '{party:a} writes {{{{schedule}}}} of {number}, {ref:term}.',
    })
    expect(after.clauses[ownClauseId]?.stale).toBe('zh')
    expect(textOf(after)).toContain('{{schedule}}')
  })

  test('in both languages of a text leaves neither stale', () => {
    const answers = fillField(filled(), nda, 'project', { zh: '联合开发 K2', en: 'the development of K2' })
    const { answers: after } = replace(answers, 'K2', 'K3')
    expect(after.fields.project).toEqual({ zh: '联合开发 K3', en: 'the development of K3' })
    const one = replace(answers, 'development', 'design').answers
    expect(one.fields.project).toEqual({ zh: '联合开发 K2', en: 'the design of K2' })
    expect(replace(answers, '联合', '共同').answers.fields.project).toMatchObject({ stale: 'en' })
  })

  test('covers the title of a custom article', () => {
    const titled = addArticle(filled(), nda, { id: 'added-1', after: null }, 'added-2')
    let answers = writeCustom(titled, nda, 'added-1', 'en', 'Special terms')
    answers = writeCustom(answers, nda, 'added-1', 'zh', '特别约定')
    const { answers: after } = replace(answers, 'special', 'Further')
    expect(clauseText(after, nda, 'added-1').en).toBe('Further terms')
  })

  test('that a field rejects is left out, with the reason, and everything else is replaced', () => {
    const answers = writeCustom(filled(), nda, ownClauseId, 'en', 'Write to oliver@kestrel.example.')
    const { answers: after, refused, done } = replace(answers, 'oliver@kestrel.example', 'nobody')
    expect(refused.map(({ problem, match }) => [problem, match.part?.source])).toEqual([
      ['formatInvalid', { kind: 'party', id: 'b', attribute: 'email' }],
    ])
    expect(done).toBe(1)
    expect(after.parties[1]!.email).toBe('oliver@kestrel.example')
    expect(clauseText(after, nda, ownClauseId).en).toBe('Write to nobody.')
  })

  test('with unprintable or too much text changes nothing', () => {
    const answers = filled()
    for (const [to, problem] of [
      ['😀', 'unprintable'],
      ['x'.repeat(5_000), 'tooLong'],
    ] as const) {
      const { answers: after, refused, done } = replace(answers, 'Kestrel Robotics', to)
      expect([refused.map((one) => one.problem), done]).toEqual([[problem], 0])
      expect(after.parties).toEqual(answers.parties)
    }
  })

  test('of a number, a date or a period is parsed as if typed into its field', () => {
    const period = nda.fields.find(({ type }) => type === 'period')!
    const date = nda.fields.find(({ type }) => type === 'date')!
    let answers = writeCustom(filled(), nda, ownClauseId, 'en', `From {${date.id}} for {${period.id}}.`)
    answers = fillField(answers, nda, period.id, { count: 17, unit: 'month' })
    answers = fillField(answers, nda, date.id, '2027-03-01')
    const shownMatches = look(answers, '2027')
    expect(shownMatches.length).toBeGreaterThan(0)
    const longer = replace(answers, '17', '18')
    expect(longer.answers.fields[period.id]).toEqual({ count: 18, unit: 'month' })
    const year = replace(answers, '2027', '2028')
    expect([year.answers.fields[date.id], year.refused]).toEqual(['2028-03-01', []])
    const nonsense = replace(answers, '2027', 'soon')
    expect([nonsense.answers.fields[date.id], nonsense.refused.map(({ problem }) => problem)]).toEqual([
      '2027-03-01',
      ['noSuchDay'],
    ])
    const result = replace(answers, 'March', 'May')
    expect(result.refused.map(({ problem }) => problem)).toEqual(['printed'])
  })

  test('with nothing deletes the matches', () => {
    const answers = writeCustom(filled(), nda, ownClauseId, 'en', 'Very very short.')
    expect(clauseText(replace(answers, 'very ', '').answers, nda, ownClauseId).en).toBe('short.')
  })
})
