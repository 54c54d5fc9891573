import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'

const fixture = servedBrowser()

/**
 * A page without popovers and the selector `:has`, as in Firefox 115, and without color-mix, as in Chrome
 * 109.
 */
async function openOlder(width: number): Promise<Page> {
  const { base } = fixture.server
  const context = await fixture.browser.newContext({
    baseURL: base,
    viewport: { width, height: 800 },
    locale: 'en-US',
  })
  await context.route(/\/theme-[^/]*\.css$/, async (route) => {
    const response = await route.fetch()
    const knownStyles = (await response.text())
      .replaceAll(':popover-open', ':unknown')
      .replaceAll(':has(', ':unknown(')
    // Overrides the browser's default style, which hides popovers.
    const body = `@layer first { [popover] { display: block } } ${knownStyles.replaceAll('color-mix(', 'unknown(')}`
    await route.fulfill({ response, body })
  })
  await context.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'popover')
    const supports = CSS.supports.bind(CSS)
    Object.assign(CSS, { supports: (rule: string) => !rule.includes(':has(') && supports(rule) })
    const find = Document.prototype.querySelectorAll
    Document.prototype.querySelectorAll = function (this: Document, selector: string) {
      if (/:has\(|:popover-open/.test(selector)) throw new SyntaxError(selector)
      return find.call(this, selector)
    } as typeof find
    const stop = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[popovertarget]')) event.preventDefault()
    }
    addEventListener('click', stop, true)
  })
  return context.newPage()
}

test('the menus open and close where popovers are unknown', async () => {
  const page = await openOlder(390)
  await page.goto('/product')
  const menu = page.locator('#menu-drawer')
  const language = page.locator('#language-drawer')
  await expect.poll(() => menu.isVisible()).toBe(false)
  expect(await language.isVisible()).toBe(false)
  const button = page.locator('[popovertarget="menu-drawer"]').first()
  await button.click()
  expect(await menu.isVisible()).toBe(true)
  await menu.locator('a').first().focus()
  await page.keyboard.press('Escape')
  expect(await menu.isVisible()).toBe(false)
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.locator('[popovertarget="language-drawer"]').first().click()
  expect(await language.isVisible()).toBe(true)
  await page.mouse.click(20, 500)
  expect(await language.isVisible()).toBe(false)
  await button.click()
  await menu.locator('a[href="/product?anchor=templates"]').click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  expect(await menu.isVisible()).toBe(false)
})

test('prices of the chosen period are shown where `:has` is unknown', async () => {
  const page = await openOlder(1280)
  await page.goto('/pricing')
  const plan = page.locator('main li', { hasText: 'Basic' }).first()
  const price = () => plan.getByText(/^CNY/).filter({ visible: true }).first().textContent()
  const monthly = await price()
  expect(monthly).toBeTruthy()
  await page.locator('[name="period"][value="yearly"]').check()
  await expect.poll(price).not.toBe(monthly)
  expect(await price()).toBeTruthy()
})

test('a soft mark can be read where colours are not mixed', async () => {
  const page = await openOlder(1280)
  await page.goto('/pricing')
  const mark = page.locator('.badge-soft').first()
  const [text, ground] = await mark.evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return [color, backgroundColor]
  })
  expect(ground).not.toBe(text)
})
