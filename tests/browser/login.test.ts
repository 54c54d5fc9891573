import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { freshCaptcha } from '#tests/cast/registration.ts'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { newRemoteClient } from '#tests/support/client.ts'
import { waitForMessage } from '#tests/support/outbox.ts'

const fixture = servedBrowser()

const FREE_USER = 'hannah.weiss@weiss.example'

async function newPage(javaScriptEnabled: boolean): Promise<Page> {
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
  })
  return context.newPage()
}

const noteOf = (page: Page, field: string) => page.locator(`#${field}-note`)

/** Logs in by email code, and causes every message of the form on the way. */
async function logInByCode(page: Page, usedCodes: Set<string>) {
  await page.goto('/acct/login?locale=en_US&returnUrl=%2Fmgmt%2Fdoc-lib')
  await page.getByRole('link', { name: 'Email code' }).click()
  await page.locator('#email').fill('not an address')
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => noteOf(page, 'email').textContent()).toBe('Format is incorrect')
  expect(await page.locator('#email').inputValue()).toBe('not an address')

  await page.locator('#email').fill(FREE_USER)
  await page.locator('#captcha').fill('wrong')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect
    .poll(() => noteOf(page, 'captcha').textContent())
    .toBe('The graphic code is wrong. Here is a new one.')

  await page.getByRole('button', { name: 'I cannot read the picture' }).click()
  await page.getByText(/^What is /).waitFor()
  await page.getByRole('button', { name: 'Show me a picture instead' }).click()
  await page.getByAltText('Picture with four characters').waitFor()
  expect(await page.locator('#email').inputValue()).toBe(FREE_USER)
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  const sentCode = await waitForMessage(
    fixture.server.base,
    FREE_USER,
    ({ id, code }) => Boolean(code) && !usedCodes.has(id),
  )
  usedCodes.add(sentCode.id)
  await expect.poll(() => noteOf(page, 'captcha').textContent()).toContain('A code is on its way')

  await page.locator('#code').fill(sentCode.code!)
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
  await expect
    .poll(() => page.locator('#agreement-note').textContent())
    .toBe('Please read and agree to the terms and conditions')
  expect(await page.locator('#code').inputValue()).toBe(sentCode.code)
  await page.locator('#agreement').check()
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/mgmt/doc-lib')
}

const PROOF = /^\d+(\.\d+){7}$/

/** The proofs of work for the codes that the page requests. */
function proofsOf(page: Page): string[] {
  const proofs: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/acct/codes')
      proofs.push(new URLSearchParams(request.postData() ?? '').get('captchaProof') ?? '')
  })
  return proofs
}

const used = new Set<string>()

test('a person logs in by an email code, each message is beside its field, and the time until the next code is counted down', async () => {
  const page = await newPage(true)
  const pageErrors = collectPageErrors(page)
  const proofs = proofsOf(page)
  await logInByCode(page, used)
  expect(proofs.length).toBeGreaterThan(1)
  for (const proof of proofs) expect(proof).toMatch(PROOF)
  await page.goto('/acct/register?locale=en_US')
  await page.locator('#username').fill('kept_by_the_switch')
  await page.getByRole('link', { name: 'By mobile' }).click()
  await page.locator('#mobile').fill('13812345678')
  expect(await page.locator('#username').inputValue()).toBe('kept_by_the_switch')
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  await page.getByRole('button', { name: /^Get code \(\d+\)$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Get code/ }).isDisabled()).toBe(true)
  expect(pageErrors).toEqual([])
})

test('a click before the proof of work is done waits for it: the request is sent once, with its proof', async () => {
  const page = await newPage(true)
  const proofs = proofsOf(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/proof-worker*', async (route) => {
    await gate.promise
    await route.continue()
  })
  const workerRequest = page.waitForRequest('**/proof-worker*')
  await page.goto('/acct/register?locale=en_US')
  await workerRequest
  await page.locator('#email').fill('fast@kestrel.example')
  await page.locator('#captcha').fill('qishu')
  for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Get code' }).click()
  await page.waitForTimeout(300)
  expect(proofs).toEqual([])
  gate.resolve()
  await expect.poll(() => noteOf(page, 'captcha').textContent()).toContain('A code is on its way')
  expect(proofs).toEqual([expect.stringMatching(PROOF)])
})

test('the button for WeChat requires the accepted agreement; a person without a bound account is asked to log in to one', async () => {
  const page = await newPage(true)
  const pageErrors = collectPageErrors(page)
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
  expect(pageErrors).toEqual([])
})

test('logging in with WeChat works without script', async () => {
  const page = await newPage(false)
  await page.goto('/acct/login?locale=en_US')
  await page.locator('#agreement').check()
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await page.getByRole('link', { name: 'Hannah' }).click()
  await page.waitForURL('**/mgmt/home')
})

test('after twenty requests of one network without script, the form says that JavaScript is needed and keeps what was typed', async () => {
  const client = newRemoteClient(fixture.server.base)
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) {
    const captchaId = await freshCaptcha(client)
    const fields = { purpose: 'register', email: `unproved${n}@kestrel.example`, captchaId, captcha: 'wrong' }
    statuses.push((await client.post('/acct/codes', fields)).status)
  }
  expect(statuses).toEqual([...Array(20).fill(422), 429])
  const page = await newPage(false)
  await page.goto('/acct/register?locale=en_US')
  await page.locator('#email').fill('plain@kestrel.example')
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  expect(await noteOf(page, 'captcha').textContent()).toContain('without JavaScript')
  expect(await page.locator('#email').inputValue()).toBe('plain@kestrel.example')
  await page.getByRole('button', { name: 'I cannot read the picture' }).click()
  await page.getByText(/^What is /).waitFor()
  const scripted = await newPage(true)
  await scripted.goto('/acct/register?locale=en_US')
  await scripted.locator('#email').fill('scripted@kestrel.example')
  await scripted.locator('#captcha').fill('qishu')
  await scripted.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => noteOf(scripted, 'captcha').textContent()).toContain('A code is on its way')
})
