import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateTOTP } from '@oslojs/otp'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'

const fixture = servedBrowser()
const PASSWORD = 'Qishu2026'

async function newPage(): Promise<Page> {
  const context = await fixture.browser.newContext({ baseURL: fixture.server.base, locale: 'en-US' })
  return context.newPage()
}

async function logIn(page: Page, login: string) {
  await page.goto('/acct/login')
  await page.fill('#login', login)
  await page.fill('#password', PASSWORD)
  await page.check('#agreement')
  await page.locator('#login-form button[type=submit]').first().click()
}

/** Adds a virtual passkey device to the browser, with or without user verification. */
async function giveDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return (isVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified })
}

// The tests depend on each other, in order.
describe('a second factor in the browser', { shuffle: false }, () => {
  test('an app is set up by its key, its codes are shown once, and the next login asks for it', async () => {
    const page = await newPage()
    const pageErrors = collectPageErrors(page)
    await logIn(page, 'demo_member')
    await page.waitForURL('**/mgmt/home')
    await page.goto('/mgmt/acct-info/security')
    await page.getByRole('link', { name: 'Add an authenticator app' }).click()
    const typedKey = (await page.locator('p.font-mono').textContent())!
    const secret = new Uint8Array(decodeBase32IgnorePadding(typedKey.replaceAll(' ', '')))
    await page.fill('#code', generateTOTP(secret, 30, 6))
    await page.fill('#current', PASSWORD)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Keep these codes in a safe place').waitFor()
    const [code] = await page.locator('ol.font-mono li').allTextContents()
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await page.getByText('10 of 10 left').waitFor()
    await page.context().clearCookies()
    await logIn(page, 'demo_member')
    await page.getByText('You are logging in as demo_member.').waitFor()
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.fill('#code', code!)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/mgmt/home')
    expect(pageErrors).toEqual([])
    await page.context().close()
  })

  test('a passkey is made, is the second step of a login, and logs in alone', async () => {
    const page = await newPage()
    const pageErrors = collectPageErrors(page)
    const setVerified = await giveDevice(page)
    await logIn(page, 'demo_free')
    await page.waitForURL('**/mgmt/home')
    await page.goto('/mgmt/acct-info/security/passkey')
    await page.fill('#current', PASSWORD)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('Keep these codes in a safe place').waitFor()
    await page.context().clearCookies()
    await logIn(page, 'demo_free')
    await page.getByText('You are logging in as demo_free.').waitFor()
    await page.check('#remember')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/mgmt/home')
    await page.context().clearCookies()
    await page.goto('/acct/login')
    await page.getByRole('link', { name: 'Log in with a passkey' }).click()
    await page.check('#agreement')
    await setVerified(false)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('The passkey was not used').waitFor()
    await setVerified(true)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.waitForURL('**/mgmt/home')
    expect(pageErrors).toEqual([])
    await page.context().close()
  })
})
