import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'

const fixture = servedBrowser()

async function pageOf(username: string, path: string): Promise<Page> {
  const { cookies } = await logIn(fixture.server.base, username)
  const context = await fixture.browser.newContext({ baseURL: fixture.server.base, locale: 'en-US' })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: fixture.server.base })))
  const page = await context.newPage()
  await page.goto(path)
  return page
}

// The tests depend on each other, in order.
describe('a person and their account', { shuffle: false }, () => {
  test('a dialog takes the focus, closes by Escape, restores the focus and opens again', async () => {
    const page = await pageOf('demo_member', '/mgmt/acct-info')
    const link = page.getByRole('link', { name: 'Edit profile' })
    for (let times = 0; times < 2; times++) {
      await link.focus()
      await page.keyboard.press('Enter')
      await page.locator('dialog[open] #name').waitFor()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('name')
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit profile')
    }
    await page.context().close()
  })

  test('a new email is verified, saved and shown without leaving the page', async () => {
    const page = await pageOf('demo_free', '/mgmt/acct-info')
    await page.getByRole('link', { name: 'Edit email' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.locator('#email').fill('hannah.new@weiss.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('#code-note[role=alert]').waitFor()
    await dialog.locator('#captcha').fill('qishu')
    await dialog.getByRole('button', { name: /Get code/ }).click()
    const { code } = await waitForMessage(fixture.server.base, 'hannah.new@weiss.example', (one) =>
      Boolean(one.code),
    )
    await dialog.locator('#code').fill(code!)
    await dialog.locator('#current').fill('Qishu2026')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your email is changed.').waitFor()
    expect(await page.locator('dd', { hasText: 'hannah.new@weiss.example' }).count()).toBe(1)
    await page.context().close()
  })

  test('the next click of a person whose account was frozen shows why, and leads out', async () => {
    const page = await pageOf('demo_member', '/mgmt/home')
    const desk = await pageOf('desk_agent', '/desk/accounts?keyword=demo_member')
    await desk.locator('td a').first().click()
    await desk.locator('#stateAction').selectOption('freeze')
    await desk.locator('#reason').fill('Reported stolen by the customer')
    await desk.getByRole('button', { name: 'Confirm' }).click()
    await desk.getByText('Reported stolen by the customer').waitFor()
    await page.goto('/mgmt/my-docs')
    await page.getByRole('alertdialog').getByText('The Account is frozen', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(/\/acct\/login/)
    for (const one of [page, desk]) await one.context().close()
  })
})
