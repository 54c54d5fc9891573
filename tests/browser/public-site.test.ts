import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { collectComplaints, servedBrowser } from '#tests/support/browser.ts'

const held = servedBrowser()

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await held.browser.newContext({
    baseURL: held.server.base,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    ...options,
  })
  return context.newPage()
}

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top))

/** How long after the click the page still moved, in milliseconds, by the browser's own frames. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const begun = performance.now()
        let last = scrollY
        let moved = begun
        const look = () => {
          const now = performance.now()
          if (scrollY !== last) {
            last = scrollY
            moved = now
          }
          if (now - moved > 400 && now - begun > 700) done(moved - begun)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

describe('a submenu item', () => {
  test('on another page goes there with an anchor and scrolls for a second', async () => {
    const page = await openPage()
    const complaints = collectComplaints(page)
    await page.goto('/pricing')
    await page.locator('header nav summary').first().click()
    await page.getByRole('navigation').getByRole('link', { name: 'From template to signature' }).click()
    await page.waitForURL('**/product?anchor=steps')
    const time = await settled(page)
    expect(time).toBeGreaterThan(300)
    expect(time).toBeLessThan(2000)
    expect(await topOf(page, 'steps')).toBeLessThan(120)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('steps')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('on its own page scrolls there without loading it again', async () => {
    const page = await openPage()
    await page.goto('/product')
    await page.evaluate(() => {
      document.title = 'the same page'
    })
    await page.locator('header nav summary').first().click()
    await page.getByRole('navigation').getByRole('link', { name: 'Templates' }).click()
    expect(await settled(page)).toBeGreaterThan(700)
    expect(await topOf(page, 'templates')).toBeLessThan(120)
    expect(await page.title()).toBe('the same page')
    await page.locator('header [data-brand]').click()
    await settled(page)
    expect([await page.evaluate(() => scrollY), await page.title()]).toEqual([0, 'the same page'])
    await page.context().close()
  })

  test('moves nothing for whoever asked for no motion', async () => {
    const page = await openPage({ reducedMotion: 'reduce' })
    await page.goto('/product?anchor=your-data')
    expect(await topOf(page, 'your-data')).toBeLessThan(120)
    await page.context().close()
  })

  test('leads there without script too', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto('/product?anchor=steps')
    await page.waitForURL('**/product?anchor=steps#steps')
    await page.context().close()
  })

  test('runs nothing that an address carries', async () => {
    const page = await openPage()
    const complaints = collectComplaints(page)
    for (const bad of [
      '<img src=x onerror=window.__xss=1>',
      'steps"]',
      '#steps',
      'javascript:window.__xss=1',
      '*',
    ])
      await page.goto(`/product?anchor=${encodeURIComponent(bad)}`)
    expect(await page.evaluate(() => [scrollY, '__xss' in window])).toEqual([0, false])
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe('by keyboard alone', () => {
  test('drawers open, close by Esc and give the focus back', async () => {
    const page = await openPage({ viewport: { width: 390, height: 844 } })
    await page.goto('/product')
    for (const id of ['language-drawer', 'menu-drawer']) {
      const button = page.locator(`[popovertarget="${id}"]`).first()
      await button.focus()
      await page.keyboard.press('Enter')
      expect(await page.locator(`#${id}:popover-open`).count()).toBe(1)
      await page.keyboard.press('Escape')
      expect(await page.locator(`#${id}:popover-open`).count()).toBe(0)
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await page.context().close()
  })

  test('a submenu opens, closes by Esc and gives the focus back', async () => {
    const page = await openPage()
    await page.goto('/product')
    const summary = page.locator('header nav summary').first()
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('navigation').getByRole('link', { name: 'Product overview' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('header details[open]').count()).toBe(0)
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.context().close()
  })
})

describe('without script', () => {
  test('menus and drawers open, the cookie banner goes, the period of a price is chosen', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto('/pricing')
    await page.locator('header nav summary').first().click()
    await page.getByRole('link', { name: 'Product overview' }).waitFor()
    await page.locator('[popovertarget="language-drawer"]').first().click()
    await page.getByRole('link', { name: '简体中文' }).waitFor()
    await page.locator('[popovertargetaction="hide"]').first().click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL('**/pricing')
    expect(await page.locator('#cookie-consent').count()).toBe(0)
    expect(await page.getByText('CNY 399', { exact: true }).isVisible()).toBe(true)
    await page.getByLabel('Yearly: two months free').check()
    expect(await page.getByText('CNY 399', { exact: true }).isVisible()).toBe(false)
    expect(await page.getByText('CNY 3,990', { exact: true }).isVisible()).toBe(true)
    await page.context().close()
  })

  test('feedback arrives with its picture', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto('/feedback')
    await page.getByLabel('Your question').fill('Where does the seal go?')
    await page.getByLabel('Contact email').fill('mei@lotus.example')
    const picture = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a00', 'hex') }
    await page.getByLabel('Attachment').setInputFiles(picture)
    await page.getByLabel('Graphic captcha').fill('qishu')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL('**/feedback?sent=yes')
    await page.getByText('Thank you, it has arrived').waitFor()
    await page.context().close()
  })
})

test('with htmx the banner and the feedback form change in place, errors beside their fields', async () => {
  const page = await openPage()
  const complaints = collectComplaints(page)
  await page.goto('/feedback')
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.locator('#cookie-consent').waitFor({ state: 'detached' })
  await page.getByLabel('Your question').fill('Where does the seal go?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('#email-note[role="alert"]').waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('Where does the seal go?')
  await page.getByLabel('Contact email').fill('mei@lotus.example')
  const picture = { name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a..') }
  await page.getByLabel('Attachment').setInputFiles(picture)
  await page.getByLabel('Graphic captcha').fill('qishu')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you, it has arrived').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(complaints).toEqual([])
  await page.context().close()
})

const FOREIGN: Record<string, RegExp> = {
  en_US: /\p{Script=Han}/u,
  zh_CN: /[A-Za-z]{3,} [A-Za-z]{3,} [A-Za-z]{3,}/,
}

/** Words in another language than the element around them says. */
async function misspoken(page: Page, pattern: RegExp, tag: string): Promise<string[]> {
  return page.evaluate(
    ([source, flags, own]) => {
      const foreign = new RegExp(source!, flags)
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as Text
        const hidden = parentElement?.closest('script, style')
        if (hidden || !foreign.test(data)) continue
        if (parentElement?.closest('[lang]')?.getAttribute('lang') === own) found.push(data.trim())
      }
      return found
    },
    [pattern.source, pattern.flags, tag] as const,
  )
}

test.each(Object.entries(FOREIGN))(
  'every word on the public pages in %s is in the language it says',
  async (locale, foreign) => {
    const page = await held.browser.newPage({ baseURL: held.server.base })
    const wrong: Record<string, string[]> = {}
    for (const path of [
      '/product',
      '/pricing',
      '/company',
      '/locations',
      '/faq',
      '/feedback',
      '/acct/register',
    ]) {
      await page.goto(`${path}?locale=${locale}`)
      const words = await misspoken(page, foreign, locale.replace('_', '-'))
      if (words.length) wrong[path] = words
    }
    expect(wrong).toEqual({})
    await page.close()
  },
)
