import type { BrowserContext, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

/** Behaviour that needs a browser: positions and focus. */
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

async function openDraft(): Promise<string> {
  const { id } = await draftNda(client)
  await page.goto(`/mgmt/${id}/edit-doc?locale=en_US`)
  await page.getByText('Complete. Ready to finalise.').waitFor()
  // The server-rendered page does not react to clicks before its script has loaded.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-clause]')!).some((key) => key.startsWith('__react')),
  )
  return id
}

const status = (words: RegExp) => page.getByRole('status').filter({ hasText: words }).first().waitFor()
const modeButton = (name: 'Fill' | 'Edit') => page.getByRole('button', { name, exact: true })
const mode = async () =>
  (await modeButton('Fill').getAttribute('aria-pressed')) === 'true' ? 'fill' : 'edit'

/** Waits for the script, because before that the button does nothing. */
async function workIn(name: 'Fill' | 'Edit') {
  const pressed = async () => {
    await modeButton(name).click()
    return mode()
  }
  await expect.poll(pressed).toBe(name.toLowerCase())
}

/** The positions of all buttons of the toolbar, and of the top of the document. */
const places = () =>
  page
    .locator('header a, header button:not([role=status] *), main')
    .evaluateAll((all) =>
      all.map((one) => [
        one.textContent?.slice(0, 20),
        ...Object.values(one.getBoundingClientRect().toJSON()),
      ]),
    )

test('nothing moves while saving, while offline, and while the server refuses', async () => {
  await openDraft()
  await workIn('Fill')
  const address = page.locator('#party-b-email')
  await address.fill('first@kestrel.example')
  await status(/^Saved /)
  await address.fill('second@kestrel.example')
  await status(/^Saved /)
  const placesBefore = await places()
  expect(placesBefore.length).toBeGreaterThan(8)
  const gate = Promise.withResolvers<void>()
  await page.route('**/answers*', async (route) => {
    await gate.promise
    await route.abort()
  })
  await address.fill('third@kestrel.example')
  await status(/^Saving…/)
  expect(await places()).toEqual(placesBefore)
  gate.resolve()
  await page.getByText('Not saved: offline, kept in this browser').waitFor()
  expect(await places()).toEqual(placesBefore)
  await page.unroute('**/answers*')
  const body = { success: false, model: null, errorCode: 'INVALID_FIELD', errorMsg: 'Format is incorrect' }
  await page.route('**/answers*', (route) => route.fulfill({ status: 422, json: body }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Not saved: Format is incorrect').waitFor()
  expect(await places()).toEqual(placesBefore)
})

test('a new document begins in form view; a reload and the next visit keep the view', async () => {
  await page.goto('/mgmt/new-doc?template=mutual-nda&locale=en_US')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/edit-doc')
  expect(await mode()).toBe('fill')
  await workIn('Edit')
  await page.reload()
  await expect.poll(mode).toBe('edit')
  await workIn('Fill')
  await openDraft()
  await expect.poll(mode).toBe('fill')
})

test('a dropped clause names the answer that drops it, and links to it', async () => {
  await openDraft()
  await workIn('Edit')
  const reason = page.getByText('Left out because').filter({ hasText: 'is empty' }).first()
  await reason.getByRole('button', { name: /^change the answer/ }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^fill-/)
  const label = await page.evaluate(
    () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent,
  )
  expect(await reason.textContent()).toContain(label!.replace(' *', ''))
})

test('keys move through the list of a clause’s wordings and choose one, which can be undone', async () => {
  await openDraft()
  await workIn('Edit')
  const button = page.locator('[id^="alternatives-"]').first()
  const wordings = await button.textContent()
  await button.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitemradio')
  await items.first().waitFor()
  expect(await items.evaluateAll((all) => all.map((one) => one.ariaChecked))).toContain('true')
  await page.keyboard.press('Escape')
  expect(await items.count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await items.count()).toBe(0)
  expect(await button.textContent()).not.toBe(wordings)
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(() => button.textContent()).toBe(wordings)
})

test('undoing and redoing keep the focus at the dropped clause', async () => {
  await openDraft()
  await workIn('Edit')
  const drop = page.getByRole('button', { name: 'Drop clause 1.3', exact: true })
  const id = (await drop.getAttribute('id'))!.slice('drop-'.length)
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await drop.press('Enter')
  await expect.poll(focused).toBe(`restore-${id}`)
  await page.keyboard.press('Control+z')
  await expect.poll(focused).toBe(`drop-${id}`)
  await page.keyboard.press('Control+y')
  await expect.poll(focused).toBe(`restore-${id}`)
  await page.keyboard.press('Control+z')
  await expect.poll(focused).toBe(`drop-${id}`)
})

test('custom text shows parties and references by name, typed marks included, and deletes them as a whole', async () => {
  await openDraft()
  await workIn('Edit')
  await page.getByRole('button', { name: 'Custom text for clause 1.1' }).click()
  const box = page.getByRole('textbox', { name: 'Text of clause 1.1, Chinese' })
  await box.fill('')
  await box.pressSequentially('由{party:b}')
  expect(await box.inputValue()).toBe('由〔乙方〕')
  await box.pressSequentially('承担。')
  expect(await box.inputValue()).toBe('由〔乙方〕承担。')
  await status(/^Saved /)
  for (let n = 0; n < 4; n++) await box.press('Backspace')
  expect(await box.inputValue()).toBe('由')
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Done' }).first().click()
})

test('a table is filled by keyboard: rows, total, move and undo, and a reload changes nothing', async () => {
  await page.goto('/mgmt/new-doc?template=international-sale&locale=en_US')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/edit-doc')
  const cell = (row: number, column: string) => page.locator(`#fill-goods-list-r${row}-${column}`)
  const fill = async (row: number, figures: Record<string, string>) => {
    for (const [column, text] of Object.entries(figures)) {
      await cell(row, column).focus()
      await page.keyboard.type(text)
    }
  }
  await fill(1, { name: 'SM-400', quantity: '200', price: '165' })
  await page.getByRole('button', { name: 'Add a row' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fill-goods-list-r2-name')
  await fill(2, { name: 'HD-25', quantity: '0.5', price: '370' })
  const total = page.locator('#fill-goods-list output').last()
  await expect.poll(() => total.textContent()).toContain('33,185.00 USD')
  await page.keyboard.press('Alt+ArrowUp')
  const rows = () => page.locator('[data-table="goods-list"] tbody tr').allTextContents()
  await expect.poll(async () => (await rows())[0]).toContain('HD-25')
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  await expect.poll(() => rows()).toHaveLength(2)
  await page.keyboard.press('Control+z')
  await expect.poll(() => rows()).toHaveLength(3)
  await status(/^Saved /)
  await page.reload()
  await expect
    .poll(async () => (await rows()).map((row) => /HD-25|SM-400|Total/.exec(row)?.[0]))
    .toEqual(['HD-25', 'SM-400', 'Total'])
})
