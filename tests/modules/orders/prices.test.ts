import { expect, test } from 'vitest'
import { FREE_DEMO, MONTHLY_PLANS, SINGLES } from '#modules/site/pricing.ts'
import { testDatabase } from '#tests/support/database.ts'

test('the pricing page promises what the packages in the database hold', async () => {
  const db = await testDatabase()
  const packages = await db.selectFrom('orders.package').selectAll().execute()
  const sold = (code: string) => packages.find((one) => one.code === code)!
  for (const { code, accounts, documents, storageGb, signings, prices } of MONTHLY_PLANS) {
    const { documents_1, documents_2, ...row } = sold(code)
    expect([code, documents_1! + documents_2!]).toEqual([code, documents])
    expect(row).toMatchObject({
      seats: accounts,
      storage: storageGb * 1024 ** 3,
      esigns: signings,
      price_monthly: prices.monthly,
      price_yearly: prices.yearly,
      price_agreement: prices.agreement,
    })
  }
  expect(sold('free')).toMatchObject({
    documents_1: FREE_DEMO.documents,
    storage: FREE_DEMO.storageMb * 1024 ** 2,
  })
  const single = (code: string) => SINGLES.find((one) => one.code === code)!.price
  expect(sold('single_1').price_monthly).toBe(single('singleI'))
  expect(sold('single_2').price_monthly).toBe(single('singleII'))
})
