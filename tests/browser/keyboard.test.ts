import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { collectComplaints, servedBrowser } from '#tests/support/browser.ts'
import { waitForMessage } from '#tests/support/outbox.ts'

const held = servedBrowser()
let page: Page

beforeAll(async () => {
  page = await held.browser.newPage({ baseURL: held.server.base })
})

const focused = () => page.evaluate(() => document.activeElement?.id ?? '')

/** Tabs forward until the element has the focus, and fails where a keyboard cannot get to it. */
async function tabTo(id: string) {
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused()) === id) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach #${id}`)
}

async function type(id: string, text: string) {
  await tabTo(id)
  await page.keyboard.type(text)
}

async function pressButton(name: string) {
  for (let presses = 0; presses < 80; presses++) {
    const found = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    if (found === name) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach “${name}”`)
}

test('a person registers with the keyboard alone, through the fields in their order', async () => {
  const complaints = collectComplaints(page)
  await page.goto('/acct/register?locale=en_US')
  await type('username', 'keyboard_only')
  await type('password', 'Lantern77x')
  await type('confirmPassword', 'Lantern77x')
  await type('email', 'keys@harbour.example')
  await type('captcha', 'qishu')
  await pressButton('Get code')
  const { code } = await waitForMessage(held.server.base, 'keys@harbour.example', (mail) =>
    Boolean(mail.code),
  )
  await page.getByText('A code is on its way').waitFor()
  await type('code', code!)
  await type('companyName', 'Harbour Pilots')
  await type('department', 'Watch')
  await type('name', 'Kay Board')
  await tabTo('identity')
  await page.keyboard.press('c')
  await tabTo('agreement')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mgmt/home*')
  expect(complaints).toEqual([])
})

test('a dialog opens, is left by Escape and gives the focus back', async () => {
  await page.goto('/mgmt/acct-info?locale=en_US')
  await pressButton('Edit profile')
  await page.locator('dialog[open]').waitFor()
  expect(await page.evaluate(() => Boolean(document.activeElement?.closest('dialog')))).toBe(true)
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Edit profile')
})

test('the way past the menu comes first, and leads to the content', async () => {
  await page.goto('/mgmt/my-docs')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#main')
  const shown = await page.evaluate(() => document.activeElement!.getBoundingClientRect().width > 40)
  expect(shown).toBe(true)
})
