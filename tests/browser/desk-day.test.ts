import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { sampled } from '#tests/support/runs.ts'

type Fixture = ReturnType<typeof servedBrowser>

async function deskIn(fixture: Fixture, locale: Locale, width: number): Promise<Page> {
  const url = fixture.server.base
  const context = await fixture.browser.newContext({
    baseURL: url,
    locale: locale.replace('_', '-'),
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
    hasTouch: width < 500,
  })
  const { cookies } = await logIn(url, 'desk_agent')
  cookies.set('locale', locale)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  await page.goto('/desk')
  return page
}

/** Takes a screenshot if SHOTS names a folder. */
async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const { width } = page.viewportSize()!
  const locale = await page.evaluate(() => document.documentElement.lang)
  await page.screenshot({ path: `${folder}/${locale}-${width}-${name}.png` })
}

const hasFocus = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

async function tabTo(page: Page, selector: string) {
  for (let presses = 0; presses < 80; presses++) {
    if (await hasFocus(page, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

const waitForPath = (page: Page, path: RegExp) => page.waitForURL(({ pathname }) => path.test(pathname))
const ENTRY = (queue: string) => new RegExp(`^/desk/${queue}/[0-9a-z-]+$`)

async function keys(page: Page, ...pressed: string[]) {
  for (const key of pressed) await page.keyboard.press(key)
}

async function goByKeys(page: Page, letter: string, path: RegExp) {
  await keys(page, 'g', letter)
  await waitForPath(page, path)
}

describe.each(sampled(LOCALES, 3))('a day at the desk in %s', (locale) => {
  const fixture = servedBrowser()

  test('works by keyboard alone', async () => {
    const page = await deskIn(fixture, locale, 1280)
    const pageErrors = collectPageErrors(page)
    await shoot(page, '01-overview')

    await goByKeys(page, 'f', /^\/desk\/feedback$/)
    // The first request is already answered.
    await keys(page, 'j', 'j', 'j', 'k', 'j')
    expect(await hasFocus(page, '#main tbody tr:nth-child(2) a')).toBe(true)
    await shoot(page, '02-feedback')
    await keys(page, 'Enter')
    await waitForPath(page, ENTRY('feedback'))
    const firstUrl = page.url()
    await keys(page, 't')
    await page.locator('.alert-success [role=status]').waitFor()
    await shoot(page, '03-taken')
    await keys(page, 'r')
    expect(await hasFocus(page, '#reply')).toBe(true)
    await page.keyboard.type('No such text')
    await keys(page, 'Enter')
    expect(
      await page.locator('#reply').evaluate((field: HTMLInputElement) => field.validity.customError),
    ).toBe(true)
    await keys(page, 'Control+a')
    await page.keyboard.type('致谢并处理中')
    await keys(page, 'Enter')
    expect(await hasFocus(page, '#answer')).toBe(true)
    const answer = await page.locator('#answer').inputValue()
    expect(answer).not.toContain('{')
    // Letters typed in a field are text, not shortcuts.
    await page.keyboard.type(' t')
    expect(await page.locator('#answer').inputValue()).toBe(`${answer} t`)
    await shoot(page, '04-reply')
    await tabTo(page, '#answer-form button[type=submit]:not([formaction])')
    await keys(page, 'Enter')
    await page.locator('p[role=status].alert-success').waitFor()
    await shoot(page, '05-answered')
    await keys(page, 'n')
    await page.waitForURL((url) => url.href.split('?')[0] !== firstUrl.split('?')[0])

    await goByKeys(page, 't', /^\/desk\/consultations$/)
    await keys(page, 'j', 'Enter')
    await waitForPath(page, ENTRY('consultations'))
    await shoot(page, '06-consultation')
    await keys(page, 'h')
    await waitForPath(page, /\/owner$/)
    await shoot(page, '07-hand-over')
    // Letters in the list of colleagues choose one of them.
    expect(await hasFocus(page, '#to')).toBe(true)
    await keys(page, 'Escape', 'u')
    await waitForPath(page, /^\/desk\/consultations$/)

    await goByKeys(page, 'i', /^\/desk\/invoices$/)
    await keys(page, 'j', 'x')
    await shoot(page, '08-invoices')
    await keys(page, 't')
    await waitForPath(page, /^\/desk\/work\/invoices$/)
    await shoot(page, '09-results')
    await keys(page, 'u')
    await waitForPath(page, /^\/desk\/invoices$/)

    await goByKeys(page, 'c', /^\/desk\/chat$/)
    await keys(page, 'j', 'Enter')
    await waitForPath(page, ENTRY('chat'))
    await page.locator('#words').waitFor()
    await keys(page, 'a')
    expect(await hasFocus(page, '#words')).toBe(true)
    await shoot(page, '10-chat')
    await keys(page, 'Escape')

    await goByKeys(page, 'b', /^\/desk\/orders$/)
    await shoot(page, '11-slips')
    await keys(page, '/')
    expect(await hasFocus(page, 'input[type=search]')).toBe(true)
    await page.keyboard.type('QO')
    await keys(page, 'Enter')
    await page.waitForURL(/QO/)
    await shoot(page, '12-search')
    await page.locator('#main input[type=search]').focus()
    await keys(page, 'Escape', '?')
    await waitForPath(page, /^\/desk\/keys$/)
    await shoot(page, '13-keys')
    await tabTo(page, 'form[action="/desk/keys"] button')
    await keys(page, 'Enter')
    await page.locator('button[value=on]').waitFor()
    await keys(page, 'g', 'f')
    await tabTo(page, 'button[value=on]')
    expect(new URL(page.url()).pathname).toBe('/desk/keys')
    expect(pageErrors).toEqual([])
    await page.context().close()
  })

  test('works on a phone', async () => {
    const page = await deskIn(fixture, locale, 390)
    const pageErrors = collectPageErrors(page)
    const proceed = page.locator('[data-narrow-continue]')
    if (await proceed.isVisible()) await proceed.click()
    await shoot(page, '01-overview')
    const fits = async () =>
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    const inMenu = async (path: string) => {
      await page.locator('[popovertarget=desk-menu]').tap()
      await page.locator(`#desk-menu a[href="${path}"]`).tap()
      await waitForPath(page, new RegExp(`^${path}$`))
    }
    await page.locator('[popovertarget=desk-menu]').tap()
    await shoot(page, '02-menu')
    await page.keyboard.press('Escape')
    for (const name of ['feedback', 'consultations', 'invoices', 'chat']) {
      await inMenu('/desk')
      await page.locator(`#main a[href^="/desk/${name}"]`).first().tap()
      await waitForPath(page, new RegExp(`^/desk/${name}$`))
      await shoot(page, `${name}-1-list`)
      await page.locator('#main tbody tr a').first().tap()
      await waitForPath(page, ENTRY(name))
      await shoot(page, `${name}-2-entry`)
      await page.locator('form[action$="/owner"] button').first().tap()
      await page.waitForURL(/done=/)
      await fits()
      await shoot(page, `${name}-3-taken`)
    }
    await inMenu('/desk/orders')
    for (const name of ['statements', 'payments', 'reconciliation', 'revenue', 'packages', 'coupons']) {
      await page.locator(`#main nav a[href="/desk/${name}"]`).tap()
      await waitForPath(page, new RegExp(`^/desk/${name}$`))
      await fits()
      await shoot(page, name)
    }
    await inMenu('/desk/log')
    await fits()
    await shoot(page, 'log')
    expect(pageErrors).toEqual([])
    await page.context().close()
  })
})
