import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { findTemplate } from '#modules/templates/index.ts'
import { servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'

/** A first draft for one side, and a clause of the library, in the editor. */
const fixture = servedBrowser()
let page: Page

beforeEach(async () => {
  const client = await logIn(fixture.server.base)
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: fixture.server.base }))
  await context.addCookies(cookies)
  page = await context.newPage()
  const created = await client.post('/mgmt/new-doc', {
    template: 'sales-contract',
    version: String(findTemplate('sales-contract').version),
    language: 'en',
    bilingual: 'yes',
    position: 'b',
  })
  await page.goto(`${created.headers.get('location')}?locale=en_US`)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await expect
    .poll(async () => {
      await edit.click()
      return edit.getAttribute('aria-pressed')
    })
    .toBe('true')
  return () => context.close()
})

const payment = () => page.locator('[data-clause=payment]').textContent()
const side = () => page.getByLabel('First draft for').filter({ visible: true })

test('another side shows how many clauses change, applies as one step, and leaves choices made by hand', async () => {
  expect(await payment()).toContain('shall dispatch them once it has received the whole price')
  await side().selectOption({ label: 'Buyer' })
  await page.getByText('Clauses that change: 4').waitFor()
  expect(await payment()).toContain('shall dispatch them')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(payment).toContain('acceptance of the Goods')
  await page.keyboard.press('Control+z')
  await expect.poll(payment).toContain('shall dispatch them')
  expect(await side().inputValue()).toBe('b')

  await page.locator('#alternatives-payment').click()
  const menu = page.getByRole('menuitemradio')
  await menu.getByText('favours the Buyer').waitFor()
  const labels = await menu.allTextContents()
  expect([labels[1], labels[2]]).toEqual([
    expect.stringContaining('balanced · first fallback'),
    expect.stringContaining('favours the Seller'),
  ])
  await menu.nth(1).click()
  await side().selectOption({ label: 'Buyer' })
  await page.getByText('Clauses that change: 3').waitFor()
  await page.getByLabel('Also change the alternatives chosen by hand (1)').check()
  await page.getByText('Clauses that change: 4').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await side().inputValue()).toBe('b')
})

test('a clause of the library is found, inserted in both languages, and undone', async () => {
  await page
    .locator('[data-clause=payment]')
    .getByRole('button', { name: /Add a clause/ })
    .click()
  await page.getByRole('button', { name: 'Choose from the clause library' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search terms in either language').fill('違約金 guarantee')
  await page.keyboard.press('Enter')
  await dialog
    .getByText('No clause found')
    .or(dialog.getByText(/^\d+ clauses?$/))
    .waitFor()
  await dialog.getByRole('button', { name: 'All subjects' }).click()
  await dialog.getByRole('button', { name: /^Interest \d/ }).click()
  await dialog
    .getByRole('button', { name: /Use this text/ })
    .first()
    .click()
  const boxes = page.locator('textarea[id^=text-added-]')
  await expect.poll(async () => (await boxes.first().inputValue()).length).toBeGreaterThan(20)
  expect(await boxes.nth(1).inputValue()).toMatch(/[\u4e00-\u9fff]{5}/)
  expect(await dialog.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
  await expect.poll(() => boxes.first().inputValue()).toBe('')
})
