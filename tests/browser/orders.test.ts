import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { keyboardOf } from '#tests/support/keys.ts'

const fixture = servedBrowser()

async function pageFor(login: string, width: number): Promise<Page> {
  const client = await logIn(fixture.server.base, login)
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: fixture.server.base }))
  await context.addCookies([...cookies, { name: 'locale', value: 'en_US', url: fixture.server.base }])
  return context.newPage()
}

const main = (page: Page) => page.locator('main')

test('a package is bought on a phone through the sandbox, upgraded with a credit, and shown with its orders', async () => {
  const page = await pageFor('demo_free', 390)
  await page.goto('/pricing?locale=en_US')
  await page.getByRole('link', { name: 'Order Basic: Monthly' }).click()
  await page.getByRole('button', { name: 'Continue with limited features' }).click()
  await page.getByRole('heading', { name: 'Confirm order' }).waitFor()
  await page.getByRole('radio', { name: 'Sandbox' }).check()
  await page.waitForURL(/method=sandbox/)
  // Without the agreement no order is placed, and the choice stays.
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText('Please read and agree to the terms and conditions').waitFor()
  expect(await page.getByRole('radio', { name: 'Sandbox' }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'I have read and agree' }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()

  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
  const clock = page.getByRole('timer')
  expect(await clock.textContent()).toMatch(/^0[12]:\d\d:\d\d$/)
  const clockBefore = await clock.textContent()
  await expect.poll(() => clock.textContent()).not.toBe(clockBefore)
  const waitingUrl = page.url()

  // The order is paid in another tab; this tab updates automatically.
  const otherTab = await page.context().newPage()
  await otherTab.goto(waitingUrl)
  await otherTab.getByRole('button', { name: 'Continue with limited features' }).click()
  await otherTab.getByRole('link', { name: 'Pay with Sandbox (demo)' }).click()
  await otherTab.getByRole('button', { name: 'Pay', exact: true }).click()
  await otherTab.getByRole('heading', { name: 'Payment complete' }).waitFor()
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor()
  await otherTab.close()
  // The order cannot be paid twice: the old address redirects to the result.
  await page.goto(waitingUrl)
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor()

  await page.goto('/mgmt/confirm-order?package=professional&period=monthly&method=sandbox')
  await main(page).getByText('Upgrade', { exact: true }).waitFor()
  await main(page)
    .getByText(/Credit for Basic: \d+ of \d+ days left/)
    .waitFor()
  await page.getByRole('checkbox', { name: 'I have read and agree' }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  // A document cannot be created before the payment; the error page links to the order.
  await page.goto('/mgmt/new-doc?template=mutual-nda')
  await page.locator('main form[method=post] button[type=submit]').last().click()
  await page.getByText(/Order QO\d+ is not paid yet/).waitFor()
  await main(page).getByRole('link', { name: 'Orders' }).click()
  await main(page)
    .getByRole('link', { name: /^QO\d+/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.getByRole('link', { name: /Pay with/ }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor()
  await page.goto('/mgmt/acct-info')
  await main(page).getByText('Monthly Professional').first().waitFor()
  await page.goto('/mgmt/order-record')
  const paid = main(page).getByText('Paid', { exact: true }).filter({ visible: true })
  expect(await paid.count()).toBe(2)
  await page.goto('/mgmt/messages')
  await main(page)
    .getByText(/Order QO\d+ \(Professional\) has been paid$/)
    .waitFor()
})

test('a single document is ordered by keyboard alone, by bank transfer, and the order is closed again', async () => {
  const page = await pageFor('demo_member', 1280)
  const faults: string[] = []
  const keys = keyboardOf(page, faults)
  await page.goto('/mgmt/confirm-order?package=single_1&locale=en_US')
  await keys.type('agreed', ' ')
  await keys.press('Place the order')
  await page.getByRole('heading', { name: 'Bank transfer' }).waitFor()
  const number = /QO\d{10}/.exec((await main(page).textContent())!)![0]
  await main(page).getByText(`Write the order number ${number} in the remark`).waitFor()
  await main(page).getByText('please contact support').waitFor()
  await keys.press('Open the order')
  await page.getByRole('link', { name: 'Close the order' }).waitFor()
  // The page first shows the consequences of closing the account, and then a confirmation at its top.
  await keys.press('Close the order')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('If you have already transferred the money, keep it open').waitFor()
  await page.keyboard.press('Enter')
  await main(page).getByRole('status').getByText('This order was closed. You are not charged.').waitFor()
  await main(page).getByText('Closed', { exact: true }).waitFor()
  await main(page).getByText('This order can no longer be paid.').waitFor()
  expect(faults).toEqual([])
})

test('a discount code typed just before ordering is checked first, and the orders fit into 1280 px', async () => {
  const page = await pageFor('demo_member', 1280)
  await page.goto('/mgmt/confirm-order?package=single_1&locale=en_US')
  await page.getByRole('checkbox', { name: 'I have read and agree' }).check()
  await main(page).getByText('Discount code', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Discount code' }).fill('NOT-OURS')
  const place = page.getByRole('button', { name: 'Place the order' })
  await place.click()
  await page.getByText('This code does not exist').waitFor()
  expect(await page.getByRole('checkbox', { name: 'I have read and agree' }).isChecked()).toBe(true)
  await place.click()
  await page.getByRole('heading', { name: 'Bank transfer' }).waitFor()
  await page.goto('/mgmt/order-record')
  await main(page).getByText('Pending payment', { exact: true }).filter({ visible: true }).first().waitFor()
  const past = await page.locator('main table').evaluate((table) => {
    const { right } = table.parentElement!.getBoundingClientRect()
    return table.getBoundingClientRect().right - right
  })
  expect(past).toBeLessThanOrEqual(0)
})
