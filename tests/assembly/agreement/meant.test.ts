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
const at = 'effect'
const treeOf = (answers: Answers) => assemble({ ...source, template, answers })
const findings = (answers: Answers) => treeOf(answers).open.filter(({ kind }) => kind === 'mismatch')

const written = (zh: string, en: string, answers = source.answers) =>
  writeCustom(writeCustom(answers, template, at, 'zh', zh), template, at, 'en', en)

const differing = written('自30日后生效。', 'This takes effect after sixty (60) days.')
const confirmed = findings(differing).reduce((now, point) => confirmPoint(now, template, point), differing)

it('an acknowledged finding is settled as long as the texts do not change', () => {
  expect(findings(differing).map(({ check }) => check)).toEqual(['numbers'])
  expect(findings(confirmed)).toEqual([])
  expect(
    acknowledgedPoints(treeOf(confirmed), { template, answers: confirmed }).map(({ detail }) => detail),
  ).toEqual([{ zh: '30日', en: 'sixty (60) days' }])
  expect(v.parse(AnswersSchema, confirmed).clauses[at]).toEqual(confirmed.clauses[at])
})

it('a changed text must be acknowledged again, but not the same text written again', () => {
  const changed = written('自30日后生效。', 'This shall take effect after sixty (60) days.', confirmed)
  expect(findings(changed)).toHaveLength(1)
  const back = written('自30日后生效。', 'This takes effect after sixty (60) days.', changed)
  expect(findings(back)).toEqual([])
})

it('an acknowledgement is removed together with its text', () => {
  expect(discardCustom(confirmed, template, at).clauses[at]).toEqual(
    discardCustom(differing, template, at).clauses[at],
  )
  expect(chooseAlternative(confirmed, template, at, null).clauses[at]).toBeUndefined()
})
