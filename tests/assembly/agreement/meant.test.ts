import * as v from 'valibot'
import { expect, it } from 'vitest'
import { acknowledgedPoints } from '#assembly/agreement/points.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { chooseAlternative, discardCustom, writeCustom } from '#assembly/edit.ts'
import { AnswersSchema } from '#modules/documents/answers-schema.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const { template, ...source } = sampleSource()
const clauseId = 'effect'
const treeOf = (answers: Answers) => assemble({ ...source, template, answers })
const findings = (answers: Answers) => treeOf(answers).open.filter(({ kind }) => kind === 'mismatch')

const writeTexts = (zh: string, en: string, answers = source.answers) =>
  writeCustom(writeCustom(answers, template, clauseId, 'zh', zh), template, clauseId, 'en', en)

const differing = writeTexts('自30日后生效。', 'This takes effect after sixty (60) days.')
const confirmed = findings(differing).reduce((now, point) => confirmPoint(now, template, point), differing)

it('an acknowledged finding is settled as long as the texts do not change', () => {
  expect(findings(differing).map(({ check }) => check)).toEqual(['numbers'])
  expect(findings(confirmed)).toEqual([])
  expect(
    acknowledgedPoints(treeOf(confirmed), { template, answers: confirmed }).map(({ detail }) => detail),
  ).toEqual([{ zh: '30日', en: 'sixty (60) days' }])
  expect(v.parse(AnswersSchema, confirmed).clauses[clauseId]).toEqual(confirmed.clauses[clauseId])
})

it('a changed text must be acknowledged again, but not the same text written again', () => {
  const changedAnswers = writeTexts(
    '自30日后生效。',
    'This shall take effect after sixty (60) days.',
    confirmed,
  )
  expect(findings(changedAnswers)).toHaveLength(1)
  const back = writeTexts('自30日后生效。', 'This takes effect after sixty (60) days.', changedAnswers)
  expect(findings(back)).toEqual([])
})

it('an acknowledgement is removed together with its text', () => {
  expect(discardCustom(confirmed, template, clauseId).clauses[clauseId]).toEqual(
    discardCustom(differing, template, clauseId).clauses[clauseId],
  )
  expect(chooseAlternative(confirmed, template, clauseId, null).clauses[clauseId]).toBeUndefined()
})
