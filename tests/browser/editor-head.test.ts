import type { BrowserContextOptions, Page } from 'playwright'
import { expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { documentsOf } from '#tests/support/demo-world.ts'
import { logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()

async function openEditor(options: BrowserContextOptions = {}): Promise<Page> {
  const { base } = fixture.server
  const admin = await logIn(base)
  const { draft } = await documentsOf(admin)
  const context = await fixture.browser.newContext({
    baseURL: base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: base })))
  await context.addInitScript(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  const page = await context.newPage()
  await page.goto(`/mgmt/${draft}/edit-doc?locale=en_US`)
  await page.locator('#starting').waitFor({ state: 'detached' })
  return page
}

const MODES = ['fill', 'edit'] as const

const switchMode = (page: Page, mode: (typeof MODES)[number]) =>
  page.locator('[data-island="editor"] .join > button').nth(MODES.indexOf(mode)).click()
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const heightOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)

test('the head is one row, and its menu works by keyboard and restores the focus', async () => {
  const page = await openEditor()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const visibleBoxes = await page
      .locator('header:has(#open-menu) > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).filter((box) => box.height))
    expect(visibleBoxes.length).toBeGreaterThan(4)
    expect([width, await heightOf(page, 'header:has(#open-menu)')]).toEqual([
      width,
      expect.toSatisfy((height) => height < 56),
    ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('#open-menu').press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Preview')
  await page.keyboard.press('ArrowUp')
  expect(await focusedText(page)).toBe('Save and exit')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  expect(await focusedText(page)).toBe('Find and replace (Ctrl+F)')
  await page.keyboard.press('Escape')
  expect(await page.locator('[role="menu"]').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('open-menu')
  // The count of open points leads to the list, and Finalise to the next open point.
  await page.locator('#left-to-do').click()
  await page.locator('#point-list').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#finalise').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('input, select'))).toBe(true)
})

test('a clause shows its tools only when it is pointed at or contains the focus', async () => {
  const page = await openEditor()
  await switchMode(page, 'edit')
  const row = page.locator('[data-clause]:has([id^="custom-"])').nth(2)
  const tools = row.locator(':scope > div').last()
  const opacity = () => tools.evaluate((element) => getComputedStyle(element).opacity)
  await row.waitFor()
  await page.mouse.move(5, 5)
  expect(await opacity()).toBe('0')
  await row.hover()
  expect(await opacity()).toBe('1')
  await page.mouse.move(5, 5)
  await row.getByRole('button', { name: /^Custom text for / }).focus()
  expect(await opacity()).toBe('1')
  const names = await page
    .locator('[data-clause] button[aria-label]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(names.length).toBeGreaterThan(20)
  // Each name contains the number of its clause.
  expect(names.filter((name) => /\(recital\)|clause +$|clause ,/.test(name ?? ''))).toEqual([])
})

test('a key pressed for an input method does not close a blank, and an unfinished composition is not saved', async () => {
  const page = await openEditor()
  await switchMode(page, 'edit')
  await page.locator('[data-blank][role="button"]').first().click()
  const box = page.locator('[data-blank] :is(input, textarea)').first()
  await box.waitFor()
  // Safari: the composition has ended, and only the key code shows that the key belongs to it.
  const press = (keyCode: number) =>
    box.evaluate((element, code) => {
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      Object.defineProperty(event, 'keyCode', { value: code })
      element.dispatchEvent(event)
    }, keyCode)
  await press(229)
  expect(await box.count()).toBe(1)
  const saves: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))
  await box.dispatchEvent('compositionstart')
  await box.fill("gao'ji")
  await page.waitForTimeout(1500)
  expect(saves).toEqual([])
  await box.fill('高级')
  await box.dispatchEvent('compositionend')
  await expect.poll(() => saves.length).toBe(1)
  await press(27)
  await box.waitFor({ state: 'detached' })
})

test('at 400 % zoom at least half of the window is text', async () => {
  const page = await openEditor({ viewport: { width: 320, height: 256 } })
  for (const mode of MODES) {
    await switchMode(page, mode)
    await page.mouse.wheel(0, 600)
    const covered = await page.evaluate(() =>
      [
        document.querySelector('[data-island="editor"] header')!,
        document.querySelector('#checklist')!.parentElement!,
      ]
        .map((part) => part.getBoundingClientRect())
        .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, 256) - Math.max(top, 0)), 0),
    )
    expect([mode, covered]).toEqual([mode, expect.toSatisfy((height) => height <= 128)])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.evaluate(() => scrollTo(0, 0))
  }
})

test('a browser that lacks a function keeps the text and shows a notice', async () => {
  const page = await openEditor()
  await switchMode(page, 'fill')
  await page.evaluate(() => Object.assign(Array.prototype, { flatMap: undefined }))
  await switchMode(page, 'edit')
  await page.getByText('This part of the page has stopped working').waitFor()
  expect(await page.locator('article h2').first().textContent()).toBeTruthy()
  expect(await page.getByRole('button', { name: 'Finalise' }).isDisabled()).toBe(true)
})

test('a frozen account blocks the editor, which offers only to log out', async () => {
  const page = await openEditor()
  const errorCode = 'ACCOUNT_FREEZE_OR_DEACTIVATE'
  await page.route('**/answers?*', (route) =>
    route.fulfill({ status: 403, json: { success: false, model: null, errorCode, errorMsg: 'frozen' } }),
  )
  await switchMode(page, 'fill')
  await page.locator('form textarea').first().fill('typed before the account was frozen')
  const dialog = page.locator('#lost-login[open]')
  await dialog.getByText('The Account is frozen').waitFor()
  await dialog.getByText('You cannot continue with this account').waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  expect(await dialog.locator('form').getAttribute('action')).toMatch(/^\/logout/)
})

test('a changed role of a party is printed and stored, and can be changed back to the template’s', async () => {
  const page = await openEditor()
  await switchMode(page, 'fill')
  const role = page.locator('#party-a-roleEn')
  await role.waitFor()
  const givenRole = await role.inputValue()
  const heading = (text: string) => page.locator('#part-parties').getByText(`(${text})`)
  for (const text of ['Consultant', givenRole]) {
    const savePromise = page.waitForResponse(
      (response) => response.url().includes('/answers') && response.ok(),
    )
    await role.fill(text)
    await heading(text).first().waitFor()
    const { answers } = (await savePromise).request().postDataJSON()
    expect(answers.parties[0].role?.en).toBe(text === givenRole ? undefined : text)
    await page.reload()
    await role.waitFor()
    expect(await role.inputValue()).toBe(text)
  }
})
