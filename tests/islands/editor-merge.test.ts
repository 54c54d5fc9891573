import { expect, test } from 'vitest'
import {
  addArticle,
  addClause,
  addParty,
  removeAddedClause,
  removeParty,
  setParty,
  setSignatureArea,
  writeCustom,
} from '#assembly/edit.ts'
import type { Template } from '#assembly/template/template.ts'
import { mergeAnswers } from '#islands/editor/state/merge.ts'
import { nda, ndaAnswers } from './editor-support.ts'

const template: Template = {
  ...nda,
  moreParties: { role: { zh: '方', en: 'Party' }, identity: 'any', upTo: 6 },
}
const article = nda.articles[0]?.id ?? ''
const clause = nda.articles[0]?.clauses[0]?.id ?? ''
const base = ndaAnswers()
const withFour = addParty(addParty(base, template), template)

test('if only one side changed anything, its answers are the result', () => {
  const changedAnswers = writeCustom(
    addClause(base, template, { id: 'added-1', article, after: null }),
    template,
    clause,
    'zh',
    '新',
  )
  expect(mergeAnswers([base], changedAnswers, base)).toEqual({ answers: changedAnswers, conflicts: [] })
  expect(mergeAnswers([base], base, changedAnswers)).toEqual({ answers: changedAnswers, conflicts: [] })
})

test('clauses added on both sides are both kept', () => {
  const mine = addClause(base, template, { id: 'added-mine', article, after: null })
  const theirs = addClause(base, template, { id: 'added-theirs', article, after: clause })
  const { answers, conflicts } = mergeAnswers([base], mine, theirs)
  expect(conflicts).toEqual([])
  expect(answers.added.map(({ id }) => id).toSorted()).toEqual(['added-mine', 'added-theirs'])
})

test('articles added on both sides are both kept with their clauses, and a removed one stays removed', () => {
  const mine = addArticle(base, template, { id: 'own-mine', after: article }, 'added-mine')
  const theirs = addArticle(base, template, { id: 'own-theirs', after: article }, 'added-theirs')
  const { answers, conflicts } = mergeAnswers([base], mine, theirs)
  expect(conflicts).toEqual([])
  expect(answers.addedArticles?.map(({ id }) => id).toSorted()).toEqual(['own-mine', 'own-theirs'])
  expect(answers.added.map(({ id }) => id).toSorted()).toEqual(['added-mine', 'added-theirs'])
  expect(mergeAnswers([mine], base, mine).answers).toEqual(base)
})

test('a clause removed here and rewritten there is a conflict, and is restored if theirs is chosen', () => {
  const start = addClause(base, template, { id: 'added-1', article, after: clause })
  const mine = removeAddedClause(start, template, 'added-1')
  const theirs = writeCustom(start, template, 'added-1', 'zh', '改写')
  expect(mergeAnswers([start], mine, theirs).conflicts).toMatchObject([
    { path: 'clause.added-1', mine: undefined },
  ])
  const { answers } = mergeAnswers([start], mine, theirs, { 'clause.added-1': 'theirs' })
  expect(answers.added).toEqual(start.added)
  expect(answers.clauses['added-1']?.custom?.zh).toBe('改写')
})

test('different parties edited on both sides are merged, the same one is a conflict', () => {
  const mine = setParty(base, template, 'a', { name: '莲花' })
  const theirs = setParty(base, template, 'b', { name: '青山' })
  const mergedAnswers = mergeAnswers([base], mine, theirs)
  expect(mergedAnswers.conflicts).toEqual([])
  expect(mergedAnswers.answers.parties.map(({ name }) => name)).toEqual(['莲花', '青山'])
  const conflict = mergeAnswers([base], mine, setParty(base, template, 'a', { name: '青山' }))
  expect(conflict.conflicts).toMatchObject([
    { kind: 'party', id: 'a', mine: { name: '莲花' }, theirs: { name: '青山' } },
  ])
})

test('a removed party and a text that names a later one are never mixed up', () => {
  const mine = removeParty(withFour, template, 'c')
  const theirs = writeCustom(withFour, template, clause, 'zh', '{party:d}保密')
  expect(mergeAnswers([withFour], mine, theirs).conflicts).toMatchObject([{ path: 'parties.all' }])
  const { answers } = mergeAnswers([withFour], mine, theirs, { 'parties.all': 'theirs' })
  expect(answers.parties).toHaveLength(4)
  expect(answers.clauses[clause]?.custom?.zh).toBe('{party:d}保密')
})

test('a removed party is merged silently if the other side did not change parties', () => {
  const mine = removeParty(withFour, template, 'd')
  const theirs = setSignatureArea(withFour, template, { place: true })
  const { answers, conflicts } = mergeAnswers([withFour], mine, theirs)
  expect(conflicts).toEqual([])
  expect(answers.parties.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(answers.signatureArea).toMatchObject({ order: ['a', 'b', 'c'], place: true })
})

test('my own saved changes are not taken for changes by others', () => {
  const sentAnswers = writeCustom(base, template, clause, 'zh', '先')
  const mine = writeCustom(sentAnswers, template, clause, 'zh', '后')
  const { answers, conflicts } = mergeAnswers(
    [base, sentAnswers],
    mine,
    setParty(sentAnswers, template, 'a', { name: '莲花' }),
  )
  expect(conflicts).toEqual([])
  expect(answers.clauses[clause]?.custom?.zh).toBe('后')
  expect(answers.parties[0]?.name).toBe('莲花')
})

test('a party saved and removed again, while another was added after it, leaves no gap in the letters', () => {
  const sentAnswers = addParty(base, template)
  const theirs = addParty(sentAnswers, template)
  const { answers, conflicts } = mergeAnswers([base, sentAnswers], base, theirs)
  expect(conflicts).toMatchObject([{ path: 'parties.all' }])
  expect(answers.parties.map(({ key }) => key)).toEqual(base.parties.map(({ key }) => key))
})
