import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectComplaints, servedBrowser } from '#tests/support/browser.ts'
import { waitForMessage } from '#tests/support/outbox.ts'

const held = servedBrowser()

const FREE = 'hannah.weiss@weiss.example'

async function newPage(javaScriptEnabled: boolean): Promise<Page> {
  const context = await held.browser.newContext({
    baseURL: held.server.base,
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
  })
  return context.newPage()
}

const noteOf = (page: Page, field: string) => page.locator(`#${field}-note`)

/** By email code, through every message on the way. */
async function logInByCode(page: Page, usedCodes: Set<string>) {
  await page.goto('/acct/login?locale=en_US&returnUrl=%2Fmgmt%2Fdoc-lib')
  await page.getByRole('link', { name: 'Email code' }).click()
  await page.locator('#email').fill('not an address')
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => noteOf(page, 'email').textContent()).toBe('Format is incorrect')
  expect(await page.locator('#email').inputValue()).toBe('not an address')

  await page.locator('#email').fill(FREE)
  await page.locator('#captcha').fill('wrong')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect
    .poll(() => noteOf(page, 'captcha').textContent())
    .toBe('The graphic code is wrong. Here is a new one.')

  await page.getByRole('button', { name: 'I cannot read the picture' }).click()
  await page.getByText(/^What is /).waitFor()
  await page.getByRole('button', { name: 'Show me a picture instead' }).click()
  await page.getByAltText('Picture with four characters').waitFor()
  expect(await page.locator('#email').inputValue()).toBe(FREE)
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  const sent = await waitForMessage(
    held.server.base,
    FREE,
    ({ id, code }) => Boolean(code) && !usedCodes.has(id),
  )
  usedCodes.add(sent.id)
  await expect.poll(() => noteOf(page, 'captcha').textContent()).toContain('A code is on its way')

  await page.locator('#code').fill(sent.code!)
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
  await expect
    .poll(() => page.locator('#agreement-note').textContent())
    .toBe('Please read and agree to the terms and conditions')
  expect(await page.locator('#code').inputValue()).toBe(sent.code)
  await page.locator('#agreement').check()
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/mgmt/doc-lib')
}

const used = new Set<string>()

test('a person comes in by an email code, each message beside its field, and counts down to the next code', async () => {
  const page = await newPage(true)
  const complaints = collectComplaints(page)
  await logInByCode(page, used)
  await page.goto('/acct/register?locale=en_US')
  await page.locator('#username').fill('kept_by_the_switch')
  await page.getByRole('link', { name: 'By mobile' }).click()
  await page.locator('#mobile').fill('13812345678')
  expect(await page.locator('#username').inputValue()).toBe('kept_by_the_switch')
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  await page.getByRole('button', { name: /^Get code \(\d+\)$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Get code/ }).isDisabled()).toBe(true)
  expect(complaints).toEqual([])
})

test('WeChat below the form needs its agreement, and asks an unknown person to log in once', async () => {
  const page = await newPage(true)
  const complaints = collectComplaints(page)
  await page.goto('/acct/login?locale=en_US')
  await page.locator('#login').fill('demo_member')
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await expect
    .poll(() => page.locator('#agreement-note').textContent())
    .toBe('Please read and agree to the terms and conditions')
  expect(await page.locator('#login').inputValue()).toBe('demo_member')
  await page.locator('#agreement').check()
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await page.getByRole('link', { name: '远山 Yuan' }).click()
  await page.getByText('No user is bound to this social account').waitFor()
  await page.getByRole('link', { name: 'I have an account' }).click()
  await page.locator('#login').fill('demo_member')
  await page.locator('#password').fill('Qishu2026')
  await page.locator('#agreement').check()
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/mgmt/home')
  expect(complaints).toEqual([])
})

test('without script the same ways work', async () => {
  const page = await newPage(false)
  await page.goto('/acct/login?locale=en_US')
  await page.locator('#agreement').check()
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await page.getByRole('link', { name: 'Hannah' }).click()
  await page.waitForURL('**/mgmt/home')
})
