import { describe, expect, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { departuresOf } from '#assembly/compare/departures.ts'
import { favouredIn } from '#assembly/compare/positions.ts'
import { favouredParties, planPosition } from '#assembly/edit/position.ts'
import { chooseAlternative, dropClause, writeCustom } from '#assembly/edit.ts'
import { mergeAnswers } from '#islands/editor/state/merge.ts'
import { findTemplate, libraryTemplates } from '#modules/templates/index.ts'

const template = findTemplate('sales-contract')
const freshAnswers = () => blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
const wordings = ({ clauses }: Answers) =>
  Object.fromEntries(
    Object.entries(clauses).flatMap(([id, { alternative }]) => (alternative ? [[id, alternative]] : [])),
  )

const SELLER = {
  payment: 'prepaid',
  invoice: 'after-payment',
  'delivery-mode': 'collection',
  title: 'retained',
}

describe('a first draft', () => {
  test('uses the seller’s wordings for the seller, the template’s for the buyer, and compromises if balanced', () => {
    expect(wordings(planPosition(freshAnswers(), template, 'b').answers)).toEqual(SELLER)
    expect(wordings(planPosition(freshAnswers(), template, 'a').answers)).toEqual({})
    expect(wordings(planPosition(freshAnswers(), template, 'neutral').answers)).toEqual({ payment: 'staged' })
    expect(planPosition(freshAnswers(), template, 'b').changed).toEqual(Object.keys(SELLER))
  })

  test('can change sides and change back without a trace', () => {
    const seller = planPosition(freshAnswers(), template, 'b').answers
    expect(seller.position).toBe('b')
    const balanced = planPosition(seller, template, 'neutral')
    expect(wordings(balanced.answers)).toEqual({ payment: 'staged' })
    expect(planPosition(balanced.answers, template, '').answers).toEqual(freshAnswers())
  })

  test('leaves chosen, custom and dropped texts and reports them; chosen alternatives change on request', () => {
    let answers = chooseAlternative(freshAnswers(), template, 'payment', 'staged')
    answers = writeCustom(answers, template, 'title', 'zh', '所有权另行约定。')
    answers = dropClause(answers, template, 'invoice')
    const plan = planPosition(answers, template, 'b')
    expect(plan).toMatchObject({ changed: ['delivery-mode'], chosen: ['payment'], written: ['title'] })
    expect(plan.answers.clauses.payment).toEqual({ alternative: 'staged' })
    expect(plan.answers.clauses.title).toEqual(answers.clauses.title)
    expect(plan.answers.clauses.invoice).toEqual({ dropped: true })
    const planForAll = planPosition(answers, template, 'b', true)
    expect(planForAll).toMatchObject({
      changed: ['payment', 'delivery-mode'],
      chosen: [],
      written: ['title'],
    })
    expect(planForAll.answers.clauses.payment).toEqual({ alternative: 'prepaid' })
  })

  test('treats later changes as choices, even changes back to the text of the template', () => {
    const seller = planPosition(freshAnswers(), template, 'b').answers
    const changedAnswers = chooseAlternative(seller, template, 'title', null)
    expect(planPosition(changedAnswers, template, 'neutral').chosen).toEqual([])
    expect(planPosition(changedAnswers, template, 'b')).toMatchObject({ changed: [], chosen: ['title'] })
  })

  test('is offered for the parties that wordings favour, and not where all are balanced', () => {
    expect(favouredParties(template)).toEqual(['a', 'b', 'c'])
    expect(favouredParties(findTemplate('mutual-nda'))).toEqual([])
    expect(favouredParties(findTemplate('board-resolution'))).toEqual([])
  })

  test('moves with the document to another version, and with merged changes', () => {
    const seller = planPosition(freshAnswers(), template, 'b').answers
    expect(adoptTemplate(template, template, seller).answers.position).toBe('b')
    const balanced = planPosition(freshAnswers(), template, 'neutral').answers
    expect(mergeAnswers([freshAnswers()], freshAnswers(), seller).answers.position).toBe('b')
    expect(mergeAnswers([freshAnswers()], balanced, seller).answers.position).toBe('neutral')
  })
})

test('the summary says whom the chosen wordings favour', () => {
  const { answers } = planPosition(freshAnswers(), template, 'b')
  const source = { name: '', number: '', template, answers }
  const tree = assemble(source)
  const [first, other] = favouredIn(tree, source)
  expect([first?.key, other?.key]).toEqual(['b', undefined])
  expect(first?.numbers).toHaveLength(4)
  expect(departuresOf(tree, source).filter(({ favours }) => favours === 'b')).toHaveLength(4)
  const ownSource = { ...source, answers: freshAnswers() }
  expect(favouredIn(assemble(ownSource), ownSource).map(({ key }) => key)).toEqual(['a'])
})

test('every clause of the library with alternatives says whom its texts favour', () => {
  for (const { code, articles, annexes = [], recitals } of libraryTemplates()) {
    const clauses = [...articles, ...annexes].flatMap((one) => one.clauses)
    const untagged = [...recitals, ...clauses, ...clauses.flatMap(({ items = [] }) => items)].filter(
      ({ alternatives, favours }) => alternatives && !favours,
    )
    expect([code, untagged.map(({ id }) => id)]).toEqual([code, []])
  }
})
