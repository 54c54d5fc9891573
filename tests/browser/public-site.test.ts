import type { BrowserContextOptions, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { numberWords } from '#src/http/captcha/number-words.ts'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { gif, png } from '#tests/support/pictures.ts'

const fixture = servedBrowser()
const range = Array.from({ length: 100 }, (_, value) => value)

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    ...options,
  })
  return context.newPage()
}

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top))

/** Milliseconds during which the page still moved after the click, counted in the browser's frames. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const startedAt = performance.now()
        let lastPosition = scrollY
        let movedAt = startedAt
        const checkPosition = () => {
          const now = performance.now()
          if (scrollY !== lastPosition) {
            lastPosition = scrollY
            movedAt = now
          }
          if (now - movedAt > 400 && now - startedAt > 700) done(movedAt - startedAt)
          else requestAnimationFrame(checkPosition)
        }
        checkPosition()
      }),
  )

describe('a submenu item', () => {
  test('on another page goes there with an anchor and scrolls for a second', async () => {
    const page = await openPage()
    const pageErrors = collectPageErrors(page)
    await page.goto('/pricing')
    await page.locator('header nav summary').first().click()
    await page.getByRole('navigation').getByRole('link', { name: 'From template to signature' }).click()
    await page.waitForURL('**/product?anchor=steps&from=Pricing')
    const time = await settled(page)
    expect(time).toBeGreaterThan(300)
    expect(time).toBeLessThan(2000)
    expect(await topOf(page, 'steps')).toBeLessThan(120)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('steps')
    expect(pageErrors).toEqual([])
    await page.context().close()
  })

  test('on its own page scrolls there without reloading', async () => {
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

  test('moves nothing under prefers-reduced-motion', async () => {
    const page = await openPage({ reducedMotion: 'reduce' })
    await page.goto('/product?anchor=your-data')
    expect(await topOf(page, 'your-data')).toBeLessThan(120)
    const far = await page.evaluate(() => scrollY)
    expect(far).toBeGreaterThan(800)
    // The task that handles the click has already scrolled.
    const brandAfter = await page.locator('header [data-brand]').evaluate((brand: HTMLElement) => {
      brand.click()
      return scrollY
    })
    expect(brandAfter).toBe(0)
    const moving = () =>
      document.getAnimations().filter((one) => Number(one.effect?.getTiming().duration) > 1)
    expect(await page.evaluate(moving)).toEqual([])
    await page.context().close()
  })

  test('leads there without script too', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto('/product?anchor=steps')
    await page.waitForURL('**/product?anchor=steps#steps')
    await page.context().close()
  })

  test('runs no script from an address', async () => {
    const page = await openPage()
    const pageErrors = collectPageErrors(page)
    for (const bad of [
      '<img src=x onerror=window.__xss=1>',
      'steps"]',
      '#steps',
      'javascript:window.__xss=1',
      '*',
    ])
      await page.goto(`/product?anchor=${encodeURIComponent(bad)}`)
    expect(await page.evaluate(() => [scrollY, '__xss' in window])).toEqual([0, false])
    expect(pageErrors).toEqual([])
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
  test('menus and drawers open, the cookie banner closes, the period of a price can be chosen', async () => {
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
    await page.getByRole('radio', { name: 'Yearly: 2 months free' }).check()
    expect(await page.getByText('CNY 399', { exact: true }).isVisible()).toBe(false)
    expect(await page.getByText('CNY 3,990', { exact: true }).isVisible()).toBe(true)
    await page.context().close()
  })

  test('feedback arrives with its picture', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto('/feedback')
    await page.getByLabel('Your question').fill('Where does the seal go?')
    await page.getByLabel('Contact email').fill('mei@lotus.example')
    const picture = { name: 'x.png', mimeType: 'image/png', buffer: png() }
    await page.getByLabel('Attachment').setInputFiles(picture)
    await page.getByLabel('Graphic code').fill('qishu')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL('**/feedback?sent=yes')
    await page.getByText('Thank you, we have received it').waitFor()
    await page.context().close()
  })
})

test('with htmx the banner and the feedback form change in place, with errors beside their fields', async () => {
  const page = await openPage()
  const pageErrors = collectPageErrors(page)
  await page.goto('/feedback')
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.locator('#cookie-consent').waitFor({ state: 'detached' })
  await page.getByLabel('Your question').fill('Where does the seal go?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('#email-note[role="alert"]').waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('Where does the seal go?')
  await page.getByLabel('Contact email').fill('mei@lotus.example')
  const picture = { name: 'x.gif', mimeType: 'image/gif', buffer: gif() }
  await page.getByLabel('Attachment').setInputFiles(picture)
  await page.getByLabel('Graphic code').fill('qishu')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you, we have received it').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(pageErrors).toEqual([])
  await page.context().close()
})

test('in forced colours a checked box looks different from an unchecked one', async () => {
  const page = await openPage({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const [path, control] of [
    ['/acct/login', '#agreement'],
    ['/pricing', 'input[type="radio"]:not(:checked)'],
  ] as const) {
    await page.goto(path)
    const box = (await page.locator(control).first().elementHandle())!
    const uncheckedPicture = await box.screenshot()
    await box.check()
    expect(uncheckedPicture.equals(await box.screenshot())).toBe(false)
  }
  await page.context().close()
})

test('a form returned with a fault keeps the typed text, except secrets', async () => {
  const page = await openPage()
  await page.goto('/acct/register')
  const typedFields = {
    username: 'harbour_1',
    email: 'one@harbour.example',
    companyName: 'Harbour Pilots',
    department: 'Watch',
    name: 'Kay Board',
  }
  for (const [id, value] of Object.entries(typedFields)) await page.locator(`#${id}`).fill(value)
  await page.locator('#identity').selectOption('company')
  await page.locator('#agreement').check()
  await page.locator('#password').fill('Tern4Harbour')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.locator('[role="alert"]').first().waitFor()
  for (const [id, value] of Object.entries(typedFields))
    expect([id, await page.locator(`#${id}`).inputValue()]).toEqual([id, value])
  expect(await page.locator('#identity').inputValue()).toBe('company')
  expect(await page.locator('#agreement').isChecked()).toBe(true)
  await page.context().close()
})

test('a visitor who cannot read the captcha of the feedback form solves a sum, and keeps the typed text', async () => {
  const page = await openPage()
  await page.goto('/feedback')
  await page.getByLabel('Your question').fill('Where does the seal go?')
  await page.getByRole('button', { name: 'I cannot read the picture' }).click()
  await page.locator('[name="captchaKind"][value="sum"]').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Your question').inputValue()).toBe('Where does the seal go?')
  await page.getByLabel('Contact email').fill('mei@lotus.example')
  const sumQuestion = (await page.getByText(/^What is /).textContent()) ?? ''
  const [, left, sign, right] = /What is (\S+) (plus|minus) (\S+)\?/.exec(sumQuestion)!
  const numberOf = (words = '') => range.find((value) => numberWords(value, 'en') === words)!
  await page
    .getByLabel('Answer')
    .fill(String(sign === 'plus' ? numberOf(left) + numberOf(right) : numberOf(left) - numberOf(right)))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you, we have received it').waitFor()
  await page.context().close()
})
