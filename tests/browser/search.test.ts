import type { BrowserContext, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()
let context: BrowserContext
let client: Client
let page: Page

beforeEach(async () => {
  client = await logIn(fixture.server.base)
  context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: fixture.server.base }))
  await context.addCookies(cookies)
  page = await context.newPage()
  return () => context.close()
})

const focused = () => page.evaluate(() => document.activeElement?.id)
const waitForStatus = (words: string) => page.locator('#search-bar').getByText(words).first().waitFor()

/** Whether the current match is visible in the window, and its text. */
const currentMatch = () =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get('found-here') ?? []
    const { top, bottom } = (range as Range).getBoundingClientRect()
    return [String(range), top > 0 && bottom < innerHeight]
  })

test('a person finds a word by keyboard, replaces it everywhere, visits the places that refused, and undoes everything', async () => {
  const { id } = await draftNda(client)
  await page.goto(`/mgmt/${id}/edit-doc?locale=en_US`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.poll(() => page.locator('#part-title').count()).toBe(1)
  const openSearch = async () => {
    await page.keyboard.press('Control+f')
    return focused()
  }
  await expect.poll(openSearch).toBe('search-query')
  await page.keyboard.type('kestrel')
  await waitForStatus('1 of ')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(currentMatch).toEqual(['Kestrel', true])
  await page.getByLabel('Match case').check()
  await page.locator('#search-query').fill('kestrel.example')
  await waitForStatus('1 of ')
  await page.locator('#search-replacement').fill('nowhere')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await page
    .getByRole('button', { name: /^Go there/ })
    .first()
    .click()
  await expect.poll(focused).toMatch(/^party-.-email$/)
  const note = await page.evaluate(() => document.activeElement?.getAttribute('aria-describedby'))
  expect(await page.locator(`#${note}`).textContent()).toContain('Not replaced')
  await page.locator('#search-query').fill('Kestrel Robotics')
  await page.locator('#search-replacement').fill('Harrier Robotics')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await waitForStatus('Places replaced: ')
  await waitForStatus('Not found')
  await page.getByText(/^Saved /).waitFor()
  const versions = async () => (await client.get(`/mgmt/${id}/versions`)).text()
  await expect.poll(versions).toContain('Replaced everywhere')
  const paper = async () => (await client.get(`/mgmt/${id}/view-doc`)).text()
  expect(await paper()).toContain('Harrier Robotics')
  await page.locator('#search-bar').getByRole('button', { name: 'Undo' }).click()
  await waitForStatus('1 of ')
  await expect.poll(paper).not.toContain('Harrier Robotics')
  await page.keyboard.press('Escape')
  expect(await page.locator('#search-bar').count()).toBe(1)
  await page.locator('#search-query').press('Escape')
  await expect.poll(() => page.locator('#search-bar').count()).toBe(0)
  await expect.poll(focused).not.toBe('')
})

test('the search walks to the cells of a table, replaces in them, leads to one that refuses, and undoes it', async () => {
  await page.goto('/mgmt/new-doc?template=international-sale&locale=en_US')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/edit-doc')
  for (const [column, text] of Object.entries({ name: 'SM-400', model: 'SM-400-B', quantity: '20' })) {
    await page.locator(`#fill-goods-list-r1-${column}`).focus()
    await page.keyboard.type(text)
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const row = () => page.locator('[data-table="goods-list"] tbody tr').first().textContent()
  await expect.poll(row).toContain('SM-400-B')
  await page.keyboard.press('Control+f')
  await expect.poll(focused).toBe('search-query')
  await page.keyboard.type('SM-400')
  await waitForStatus('1 of 2')
  await expect.poll(currentMatch).toEqual(['SM-400', true])
  await page.keyboard.press('Enter')
  await waitForStatus('2 of 2')
  await page.locator('#search-replacement').fill('HD-25')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await waitForStatus('Places replaced: 2')
  expect(await row()).toContain('HD-25-B')
  await page.locator('#search-bar').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(row).toContain('SM-400-B')
  await page.locator('#search-replacement').fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Replace all' }).click()
  await waitForStatus('List of goods · Row 1, Item')
  await page
    .getByRole('button', { name: /^Go there/ })
    .first()
    .click()
  await expect.poll(focused).toBe('blank-goods-list-r1-name')
  const note = await page.evaluate(() => document.activeElement?.getAttribute('aria-describedby'))
  expect(await page.locator(`#${note}`).textContent()).toContain('Not replaced')
})
