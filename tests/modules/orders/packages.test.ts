import { describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { findOffer, priceOf } from '#modules/orders/packages/offer.ts'
import { monthlyUses } from '#modules/orders/plans/plan.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import '#src/app/events.ts'
import { order, pay, setUpBuyers } from '#tests/cast/orders.ts'

import { newClient } from '#tests/support/client.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const { context, left, lin } = setUpBuyers()

const AT = '/desk/packages/basic'
const CONTENTS = {
  seats: '4',
  documents_1: '12',
  documents_2: '1',
  esigns: '9',
  storage: '4096',
  technical_support: 'phone',
  chat_support: 'yes',
  single_esign: 'yes',
  reason: 'Autumn offer',
}
const PRICE = { period: 'monthly', currency: 'CNY', amount: '459.00', from: '', priceReason: 'Costs' }
const change = (changes: Record<string, string> = {}, at = AT) =>
  context.cast.ruo.client.post(`${at}/contents`, { ...CONTENTS, ...changes })
const price = (changes: Record<string, string> = {}, at = AT) =>
  context.cast.ruo.client.post(`${at}/prices`, { ...PRICE, ...changes })
const totals = async () => (await left()).map(([, total]) => total)
const monthly = async () => priceOf((await findOffer(context.db, 'basic'))!, 'monthly', 'CNY')
const pricing = async () =>
  (await (await newClient(context.db).get('/pricing')).text()).replaceAll('<!-- -->', '')

// The tests depend on each other, in order.
describe('a package at the desk', { shuffle: false }, () => {
  test('with a higher price keeps earlier orders unchanged: price, seats and monthly uses', async () => {
    const placed = await order(context.db, await lin(), 'basic', { period: 'yearly' })
    expect((await change()).headers.get('location')).toBe(`${AT}?done=saved`)
    expect((await price()).headers.get('location')).toBe(`${AT}?done=priced`)
    expect((await pay(context.db, await lin(), placed)).state).toBe('paid')
    expect(await totals()).toEqual([10, 0, 10])
    const team = await context.db
      .selectFrom('accounts.team')
      .select('seats')
      .where('id', '=', context.cast.lin.viewer.teamId)
      .executeTakeFirstOrThrow()
    expect(team.seats).toBe(3)
    setClock(() => new Date(Date.now() + 32 * DAY))
    await monthlyUses.now(context.db, {})
    expect(await totals()).toEqual([10, 0, 10])
  })

  test('is changed on the pricing page and for new orders, and its page shows who changed what and why', async () => {
    expect([await monthly(), (await pricing()).includes('459')]).toEqual([45_900n, true])
    const hannah = (await findViewer(context.db, context.cast.hannah.viewer.id))!
    const { total, contents } = await order(context.db, hannah, 'basic')
    expect([total, contents?.seats, contents?.storage]).toEqual([45_900n, 4, 4 * 1024 ** 3])
    const html = (await (await context.cast.ruo.client.get(AT)).text()).replaceAll('<!-- -->', '')
    for (const words of [
      'Accounts: 3 → 4',
      'Cloud storage (MB): 2048 → 4096',
      'Feedback and requests: In order of receipt → Priority support',
      'Autumn offer',
      'Price, monthly CNY: 399.00 → 459.00',
    ])
      expect([words, html.includes(words)]).toEqual([words, true])
    expect([typedValue(html, 'seats'), typedValue(html, 'technical_support')]).toEqual(['4', 'phone'])
  })

  test('saved without changes changes and logs nothing', async () => {
    const count = async () =>
      (await context.db.selectFrom('orders.package_change').select('id').execute()).length
    const before = await count()
    expect((await change()).status).toBe(303)
    expect(await count()).toBe(before)
  })

  test('applies a scheduled price from its date', async () => {
    const day = new Date(Date.now() + 2 * DAY + 8 * 3_600_000).toISOString().slice(0, 10)
    expect((await price({ amount: '499', from: `${day}T00:00` })).status).toBe(303)
    expect(await monthly()).toBe(45_900n)
    expect(await (await context.cast.ruo.client.get(AT)).text()).toContain('upcoming')
    const again = await price({ amount: '500', from: `${day}T00:00` })
    expect([again.status, fieldProblem(await again.text(), 'from')]).toEqual([
      422,
      'A price starting at this very moment is already set; choose another minute',
    ])
    setClock(() => new Date(Date.now() + 3 * DAY))
    expect(await monthly()).toBe(49_900n)
  })

  test.each([
    ['seats', '', 'This field is required'],
    ['seats', 'many', 'Format is incorrect'],
    ['documents_1', '-1', 'Format is incorrect'],
    ['esigns', '999999999', 'This number is too large'],
    ['technical_support', 'psychic', 'This field must be selected'],
    ['reason', ' ', 'This field is required'],
  ])('with a wrong %s, %s, is rejected beside it, and the other values stay', async (field, typed, words) => {
    const answer = await change({ [field]: typed })
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, field)]).toEqual([422, words])
    if (field !== 'documents_2') expect(typedValue(html, 'documents_2')).toBe('1')
  })

  test.each([
    ['period', 'once', 'This field must be selected'],
    ['currency', 'EUR', 'This field must be selected'],
    ['amount', '0', 'Enter an amount such as 399 or 399.00'],
    ['from', 'soon', 'Format is incorrect'],
    ['from', '2026-01-01T00:00', 'This time is in the past'],
    ['priceReason', '', 'This field is required'],
  ])('a price with a wrong %s, %s, is rejected beside it', async (field, typed, words) => {
    const answer = await price({ [field]: typed })
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
  })

  test('may leave its numbers to agreement only if customised, and is changed by staff only', async () => {
    const agreed = { seats: '', documents_1: '', documents_2: '', esigns: '', storage: '' }
    expect((await change(agreed, '/desk/packages/customised')).status).toBe(303)
    expect((await price({}, '/desk/packages/customised')).status).toBe(422)
    for (const code of ['none', '%00']) expect((await change({}, `/desk/packages/${code}`)).status).toBe(404)
    for (const name of ['lin', 'zhou', 'hannah'] as const) {
      const { client } = context.cast[name]
      const answers = [
        await client.get('/desk/packages'),
        await client.get(AT),
        await client.post(`${AT}/contents`, CONTENTS),
        await client.post(`${AT}/prices`, PRICE),
      ]
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [404, 404, 404, 404]])
    }
  })
})
