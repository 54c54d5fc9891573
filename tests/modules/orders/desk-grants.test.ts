import { describe, expect, test } from 'vitest'
import { spendUsage } from '#modules/orders/index.ts'
import { undoDeskChange } from '#modules/orders/plans/desk-uses.ts'
import { liveTerms } from '#modules/orders/plans/term.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

const { context, left, lin } = setUpBuyers()

const at = (what: string, name: PersonName = 'lin') =>
  `/desk/accounts/${context.cast[name].viewer.id}/${what}`
const PLAN = { plan: 'professional', months: '12', reason: 'Contract 118' }
const open = (changes = {}) => context.cast.ruo.client.post(at('plan'), { ...PLAN, ...changes })
const grant = (changes = {}) =>
  context.cast.ruo.client.post(at('uses'), {
    single: 'single_2',
    quantity: '3',
    usesReason: 'Goodwill',
    key: newId(),
    ...changes,
  })
const undo = () => context.cast.ruo.client.post(at('plan-undoing'), { undoReason: 'Wrong team' })
const plan = async () => [
  (await lin()).package,
  (await liveTerms(context.db, context.cast.lin.viewer.teamId).execute()).map(({ package: code }) => code),
]

// The tests depend on each other, in order.
describe('grants by staff to a team', { shuffle: false }, () => {
  test('show the changes of a plan before it is granted, without changing anything', async () => {
    await buy(context.db, await lin(), 'basic')
    const query = new URLSearchParams(PLAN)
    const html = (await (await context.cast.ruo.client.get(`${at('plan')}?${query}`)).text()).replaceAll(
      '<!-- -->',
      '',
    )
    for (const words of ['Ends now: Monthly Basic', 'Type II documents: 12 a month', 'Up to 10 accounts'])
      expect([words, html.includes(words)]).toEqual([words, true])
    expect([typedValue(html, 'plan'), typedValue(html, 'reason')]).toEqual(['professional', 'Contract 118'])
    expect(await plan()).toEqual(['basic', ['basic']])
    const lacking = await context.cast.ruo.client.get(`${at('plan')}?plan=&months=12`)
    expect(fieldProblem(await lacking.text(), 'plan')).toBe('This field must be selected')
  })

  test('of a plan over a paid plan are undone once, which restores the paid plan', async () => {
    const before = [await plan(), await left()]
    expect((await open()).status).toBe(303)
    expect(await plan()).toEqual(['professional', ['professional']])
    const answers = await Promise.all([undo(), undo()])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect([await plan(), await left()]).toEqual(before)
    // This page does not show orders.
    expect(formProblem(await (await undo()).text())).toBe(
      'The team’s plan or uses have changed again since; only the last change can be undone',
    )
    const log = await (await context.cast.ruo.client.get('/desk/log')).text()
    for (const words of ['Wrong team', 'Plan change undone', 'Package opened'])
      expect([words, log.includes(words)]).toEqual([words, true])
    expect((await open()).status).toBe(303)
    expect((await left()).map(([unused]) => unused)).toEqual([10 + 28, 12, 10 + 40])
    expect((await undo()).status).toBe(303)
  })

  test('of single documents are made once per page, and can be undone until a document is used', async () => {
    const key = newId()
    const sent = await Promise.all(Array.from({ length: 4 }, () => grant({ key })))
    expect(sent.map(({ headers }) => headers.get('location'))).toEqual(
      Array(4).fill(`${at('plan')}?done=granted`),
    )
    expect((await left())[1]).toEqual([3, 3])
    expect((await undo()).headers.get('location')).toBe(`${at('plan')}?done=undone`)
    expect((await left())[1]).toEqual([0, 0])
    await grant()
    const spend = { teamId: context.cast.lin.viewer.teamId, kind: 'document_2' as const, key: newId() }
    await spendUsage(context.db, { ...spend, spentBy: context.cast.lin.viewer.id })
    expect(formProblem(await (await undo()).text())).toBe('Part of it has already been used')
    expect((await left())[1]).toEqual([2, 3])
    setClock(() => new Date(Date.now() + 2 * DAY))
    const late = undoDeskChange(context.db, context.cast.ruo.viewer, context.cast.lin.viewer.id, 'Late')
    await expect(late).rejects.toMatchObject({ words: 'desk.problem.dayOver' })
  })

  test.each([
    ['single', 'basic', 'This field must be selected'],
    ['quantity', '0', 'Enter a whole number from 1'],
    ['quantity', '101', 'This number is too large'],
    ['quantity', '1.5', 'Enter a whole number from 1'],
    ['usesReason', ' ', 'This field is required'],
  ])('a wrong %s, %s, is rejected beside its field', async (field, typed, words) => {
    const answer = await grant({ [field]: typed })
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
  })

  test('are made and undone by staff only, and only for the administrator of a team', async () => {
    for (const name of ['lin', 'zhou', 'hannah'] as const) {
      const { client } = context.cast[name]
      const fields = { single: 'single_1', quantity: '1', usesReason: 'x', key: newId() }
      const answers = [
        await client.post(at('uses'), fields),
        await client.post(at('plan-undoing'), { undoReason: 'x' }),
      ]
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [404, 404]])
    }
    const fields = { single: 'single_1', quantity: '1', usesReason: 'x', key: newId() }
    expect((await context.cast.ruo.client.post(at('uses', 'zhou'), fields)).status).toBe(403)
    expect((await context.cast.ruo.client.post(at('plan-undoing', 'zhou'), { undoReason: 'x' })).status).toBe(
      403,
    )
  })
})
