import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()
let page: Page
let email = ''
let count = 0

beforeEach(async () => {
  const context = await fixture.browser.newContext({ baseURL: fixture.server.base, locale: 'en-US' })
  page = await context.newPage()
})
afterEach(() => page.context().close())

const TIMED_OUT = 'Request timed out, please refresh and try again.'
const UNKNOWN = 'Sorry, the program encountered an unknown error. Please refresh and try again.'

const toast = () => page.locator('#toasts .alert-error')
const line = () => page.locator('form [data-fault]')

async function askForCode(locale = 'en_US', before: () => Promise<unknown> = async () => {}) {
  await page.goto(`/acct/register?locale=${locale}`)
  // A new address each time, because an address can request one code a minute.
  email = `offline${++count}@kestrel.example`
  await page.locator('#email').fill(email)
  await page.locator('#captcha').fill('qishu')
  await before()
  await page.locator('button[formaction="/acct/codes"]').click()
}

const expectTypedText = async () =>
  expect([await page.locator('#email').inputValue(), await page.locator('#captcha').inputValue()]).toEqual([
    email,
    'qishu',
  ])

async function logInAs(username: string) {
  const client = await logIn(fixture.server.base, username)
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: fixture.server.base }))
  await page.context().addCookies(cookies)
  return client
}

describe('requesting a code', () => {
  test.each(LOCALES)(
    'with the network cut is reported in %s, for a second and a half and in the form',
    async (locale) => {
      await page.clock.install()
      await page.route('**/acct/codes*', (route) => route.abort('internetdisconnected'))
      await askForCode(locale, () => page.clock.pauseAt(Date.now() + 60_000))
      const words = translate(locale)('common.error.OTHER')
      await toast().waitFor()
      expect(await toast().textContent()).toContain(words)
      expect(await line().textContent()).toContain(words)
      await page.clock.fastForward(1499)
      expect(await toast().count()).toBe(1)
      await page.clock.fastForward(2)
      expect(await toast().count()).toBe(0)
      expect(await line().count()).toBe(1)
      await expectTypedText()
      await page.unroute('**/acct/codes*')
      await page.clock.resume()
      await page.locator('button[formaction="/acct/codes"]').click()
      await page.locator('#captcha-note').getByText(translate(locale)('accounts.codeSent')).waitFor()
      expect(await line().count()).toBe(0)
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('code')
    },
  )

  test('offline reports that, and advises no reload', async () => {
    await page.goto('/acct/register?locale=en_US')
    await page.locator('#captcha').fill('qishu')
    await page.context().setOffline(true)
    await page.locator('button[formaction="/acct/codes"]').click()
    await toast().waitFor()
    expect(await toast().textContent()).toBe(translate('en_US')('common.offline'))
    await page.context().setOffline(false)
  })

  test('without a response for sixty seconds reports a timeout', async () => {
    await page.clock.install()
    await page.route('**/acct/codes*', () => {})
    await askForCode()
    await page.clock.fastForward(59_000)
    expect(await toast().count()).toBe(0)
    await page.clock.fastForward(1_500)
    await line().waitFor()
    expect(await line().textContent()).toBe(TIMED_OUT)
    await expectTypedText()
  })

  test.each([
    [408, TIMED_OUT],
    [500, UNKNOWN],
    [502, UNKNOWN],
  ])(
    'answered %s shows the catalogue’s text and never the content of the response',
    async (status, words) => {
      await page.route('**/acct/codes*', (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '<h1>Traceback: secret</h1>' }),
      )
      await askForCode()
      await line().waitFor()
      expect(await line().textContent()).toBe(words)
      expect(await page.content()).not.toContain('Traceback')
      await expectTypedText()
    },
  )

  test('shows “Request canceled” after a cancellation', async () => {
    await page.route('**/acct/codes*', () => {})
    await askForCode()
    await page
      .locator('button[formaction="/acct/codes"]')
      .evaluate((button) => button.dispatchEvent(new CustomEvent('htmx:abort')))
    await line().waitFor()
    expect(await line().textContent()).toBe('Request canceled')
  })

  test('happens on Enter in the field of the graphic code', async () => {
    await page.goto('/acct/register?locale=en_US')
    await page.locator('#email').fill('enter@kestrel.example')
    await page.locator('#captcha').fill('qishu')
    await page.locator('#captcha').press('Enter')
    await page.getByText('A code is on its way').waitFor()
    expect(await page.locator('#username-note[role=alert]').count()).toBe(0)
  })
})

describe('a form that loads a new page', () => {
  test('stays where it is while offline, with the typed text', async () => {
    await logInAs('demo_admin')
    await page.goto('/mgmt/acct-info/members?locale=en_US')
    await page.locator('#email').fill('colleague@kestrel.example')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await line().waitFor()
    expect(await page.locator('#email').inputValue()).toBe('colleague@kestrel.example')
    await page.context().setOffline(false)
  })
})

describe('an expired session', () => {
  test('blocks the dialog’s form, logs out, and after the login leads back', async () => {
    await logInAs('demo_member')
    await page.goto('/mgmt/acct-info?locale=en_US')
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await page.locator('dialog[open] #name').waitFor()
    await page.context().clearCookies({ name: /session/ })
    await page.locator('dialog[open]').getByRole('button', { name: 'Save' }).click()
    const lostLoginDialog = page.locator('#lost-login[open]')
    await lostLoginDialog.getByText('The Account is expired').waitFor()
    await lostLoginDialog.getByText('Login has expired, please login again').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await lostLoginDialog.count()).toBe(1)
    await lostLoginDialog.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/acct/login*')
    await page.locator('#login').fill('demo_member')
    await page.locator('#password').fill('Qishu2026')
    await page.locator('#agreement').check()
    await page.locator('form').getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/mgmt/acct-info*')
  })

  test('is reported by an island, as is a server error, and the typed name stays', async () => {
    const { id } = await draftNda(await logInAs('demo_admin'))
    await page.goto(`/mgmt/${id}/edit-doc?locale=en_US`)
    await page.locator('#rename').click()
    await page.locator('#document-name').fill('Another name')
    await page.route(`**/mgmt/${id}/name*`, (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Traceback</h1>' }),
    )
    await page.locator('#document-name').press('Enter')
    await toast().waitFor()
    expect(await toast().textContent()).toBe(UNKNOWN)
    await page.unroute(`**/mgmt/${id}/name*`)
    await page.context().clearCookies({ name: /session/ })
    await page.locator('#document-name').press('Enter')
    await page.locator('#lost-login[open]').waitFor()
    expect(await page.locator('#document-name').inputValue()).toBe('Another name')
  })
})

test('a narrow screen is reported on the editor and on a new document, and Escape does not close the notice', async () => {
  const { id } = await draftNda(await logInAs('demo_admin'))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/mgmt/new-doc?template=mutual-nda', `/mgmt/${id}/edit-doc`]) {
    await page.goto(path)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.locator('#narrow-notice[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.locator('#narrow-notice[open]').count()).toBe(1)
  }
})
