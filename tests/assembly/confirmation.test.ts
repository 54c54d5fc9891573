import { expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmationOf, confirmedWords, mustConfirm } from '#assembly/confirmation/confirmation.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { writeCustom } from '#assembly/edit.ts'
import { mergeAnswers } from '#islands/editor/state/merge.ts'
import { sampleAnswers, templateOf } from '#tests/support/sample-documents.ts'

const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })

const lease = templateOf('premises-lease').template
const dear: Answers = withFields(sampleAnswers('premises-lease'), {
  deposit: cny(1_000_000),
  rent: cny(1),
  'break-fee': cny(3),
})

function withFields(answers: Answers, fields: Answers['fields']): Answers {
  return { ...answers, fields: { ...answers.fields, ...fields } }
}

const treeOf = (answers: Answers, template = lease) =>
  assemble({ name: 'n', number: 'QS-1', template, answers })

const pointsOf = (answers: Answers, template = lease) => treeOf(answers, template).open.filter(mustConfirm)

test('an advice is confirmed once, and again when one of its values changes', () => {
  const [point, ...others] = pointsOf(dear)
  expect([point!.kind, point!.rule, point!.at, others]).toEqual([
    'advice',
    'deposit-three-months',
    'deposit',
    [],
  ])
  const confirmed = confirmPoint(dear, lease, point!)
  expect(treeOf(confirmed).open).toEqual([])
  expect(treeOf(confirmed).confirmed).toEqual([point])
  expect(pointsOf(withFields(confirmed, { deposit: cny(2_000_000) }))).toHaveLength(1)
  expect(pointsOf(withFields(confirmed, { deposit: cny(3) }))).toEqual([])
})

test('confirming the same point again replaces it', () => {
  const [point] = pointsOf(dear)
  const confirmedTwice = confirmPoint(confirmPoint(dear, lease, point!), lease, point!)
  expect(confirmedTwice.confirmed).toHaveLength(1)
})

/** Statutory clauses of the samples, changed into their opposite. */
const replaced: [code: string, clause: string, zh: string, en: string][] = [
  [
    'distribution',
    'resale-price',
    '{party:b}应当按照{party:a}公布的最低价格转售。',
    '{party:b} shall resell at the minimum prices published by {party:a}.',
  ],
  [
    'labour-contract',
    'social-insurance',
    '{party:b}自愿放弃社会保险。',
    '{party:b} voluntarily waives social insurance.',
  ],
  [
    'labour-contract',
    'no-deposit',
    '{party:b}应当支付押金20,000元。',
    '{party:b} shall pay a deposit of CNY 20,000.',
  ],
  ['loan', 'interest-fixed', '年利率为36%。', 'The interest rate is 36% a year.'],
]

test.each(replaced)('%s: replacing %s needs a reason', (code, clause, zh, en) => {
  const { template } = templateOf(code)
  const answersWithOpposite = writeCustom(
    writeCustom(sampleAnswers(code), template, clause, 'zh', zh),
    template,
    clause,
    'en',
    en,
  )
  delete answersWithOpposite.clauses[clause]!.stale
  const points = pointsOf(answersWithOpposite, template).filter(({ kind }) => kind === 'statutory')
  expect(points.map(({ at, problem }) => [at, problem])).toEqual([[clause, 'statutory']])

  const confirmed = confirmPoint(answersWithOpposite, template, points[0]!, '  agreed with counsel  ')
  expect(confirmationOf(confirmed, points[0]!)!.reason).toBe('agreed with counsel')
  const tree = treeOf(confirmed, template)
  expect(tree.open.filter(({ kind }) => kind === 'statutory')).toEqual([])
  expect(tree.confirmed!.map(confirmedWords)).toEqual([
    `statutory clause ${clause} replaced: agreed with counsel`,
  ])

  const rewrittenAnswers = writeCustom(confirmed, template, clause, 'zh', `${zh}此外无约定。`)
  expect(pointsOf(rewrittenAnswers, template).some(({ kind }) => kind === 'statutory')).toBe(true)
})

test('confirmations by two people at the same time are both kept', () => {
  const [point] = pointsOf(dear)
  const mine = confirmPoint(dear, lease, point!)
  const theirs = confirmPoint(dear, lease, { ...point!, rule: 'other' })
  const { answers, conflicts } = mergeAnswers([dear], mine, theirs)
  expect(conflicts).toEqual([])
  expect(answers.confirmed).toHaveLength(2)
})
