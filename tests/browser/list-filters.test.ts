import type { BrowserContext, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()
let context: BrowserContext
let page: Page
/** The keywords in the page's requests. */
let requests: string[]

beforeEach(async () => {
  const client = await logIn(fixture.server.base)
  await draftNda(client)
  context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: fixture.server.base }))
  await context.addCookies(cookies)
  page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  requests = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/mgmt/my-docs' && searchParams.has('keyword'))
      requests.push(searchParams.get('keyword')!)
  })
  await page.goto('/mgmt/my-docs?locale=en_US')
  return () => context.close()
})

test('a filter waits for the end of a composition', async () => {
  const input = await context.newCDPSession(page)
  await page.locator('#keyword').focus()
  for (const text of ['b', 'bao', "bao'mi"]) {
    await input.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
    await page.waitForTimeout(400)
  }
  expect(requests).toEqual([])
  await input.send('Input.insertText', { text: '保密' })
  await expect.poll(() => requests).toEqual(['保密'])
})

test('a filter typed offline is applied when the network is back', async () => {
  await context.setOffline(true)
  await page.locator('#keyword').fill('nothing of this name')
  await page.waitForTimeout(600)
  requests.length = 0
  await context.setOffline(false)
  await expect.poll(() => requests).toEqual(['nothing of this name'])
  await page.getByText('No document').or(page.getByText('nothing of this name')).first().waitFor()
})

test('a phone begins the list in the upper half and opens the filters with one button', async () => {
  const row = await page.locator('tbody tr').first().boundingBox()
  expect(row!.y).toBeLessThan(422)
  await page.locator('select[name=status]').waitFor({ state: 'hidden' })
  await page.getByText('Filters').click()
  await page.locator('select[name=status]').selectOption('draft')
  await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('draft')
})
