import { beforeAll, expect, test } from 'vitest'
import { MONTHLY, type Offer, PERIODS } from '#modules/orders/index.ts'
import { findOffer, listOffers, priceOf } from '#modules/orders/packages/offer.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { CURRENCIES } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let offers: Offer[]

beforeAll(async () => {
  db = await testDatabase()
  offers = await listOffers(db)
})

const offer = (code: string) => offers.find((one) => one.code === code)!

test('prices grow with a plan’s contents, and a longer period never costs more per month', () => {
  for (const currency of CURRENCIES)
    for (const code of MONTHLY) {
      const monthly = priceOf(offer(code), 'monthly', currency)!
      expect(PERIODS.map((period) => priceOf(offer(code), period, currency))).toEqual([
        monthly,
        monthly * 10n,
        monthly * 9n,
      ])
    }
  const caps = MONTHLY.map(offer).map(({ seats, documents_1, documents_2, storage }) => [
    seats,
    documents_1! + documents_2!,
    storage! / 1024 ** 3,
  ])
  expect(caps).toEqual([
    [3, 10, 2],
    [10, 40, 20],
    [30, 150, 100],
  ])
  const prices = MONTHLY.map((code) => priceOf(offer(code), 'monthly', 'CNY')!)
  expect(prices).toEqual([39_900n, 99_900n, 259_900n])
})

test('the pricing page shows contents and prices of the packages, updated after a change, with the old price', async () => {
  const page = async (locale: string) =>
    (await (await newClient(db).get(`/pricing?locale=${locale}`)).text()).replace(/<!-- -->/g, '')
  const before = await page('en_US')
  for (const text of [
    'CNY\u00a0399<',
    'CNY\u00a08,991<',
    'USD\u00a059<',
    'CNY\u00a020<',
    'USD\u00a03<',
    '28 + 12',
    '150',
  ])
    expect([text, before.includes(text)]).toEqual([text, true])
  const chinese = await page('zh_CN')
  expect([chinese.includes('¥399<'), chinese.includes('USD')]).toEqual([true, false])
  const price = { id: newId(), package: 'basic', period: 'monthly', currency: 'CNY', set_by: null } as const
  await db
    .insertInto('orders.price')
    .values({ ...price, amount: 41_950n, from_at: now() })
    .execute()
  // Another process changed the price; this one refreshes within a second.
  await expect.poll(() => page('en_US')).toContain('CNY\u00a0419.50<')
  const later = { ...price, id: newId(), amount: 1n, from_at: fromNow(DAY) }
  await db.insertInto('orders.price').values(later).execute()
  expect(priceOf((await findOffer(db, 'basic'))!, 'monthly', 'CNY')).toBe(41_950n)
  await expect(db.deleteFrom('orders.price').execute()).rejects.toThrow('append-only')
})
