import type { Page, Request } from 'playwright'
import { afterEach, describe, expect, test } from 'vitest'
import { closePages, servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { draftNda, finalise, logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()

const TIMED_OUT = 'Request timed out, please refresh and try again.'
const UNKNOWN = 'Sorry, the program encountered an unknown error. Please refresh and try again.'

afterEach(() => closePages(fixture.browser))

async function pageOf({ cookies }: Client, path: string): Promise<Page> {
  const url = fixture.server.base
  const context = await fixture.browser.newContext({ baseURL: url, locale: 'en-US' })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  await context.addCookies([{ name: 'locale', value: 'en_US', url }])
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function openEditor() {
  const client = await logIn(fixture.server.base)
  const { id } = await draftNda(client)
  const page = await pageOf(client, `/mgmt/${id}/edit-doc`)
  await page.locator('#starting').waitFor({ state: 'detached' })
  await page.locator('[data-island=editor] header').getByRole('button', { name: 'Fill' }).click()
  return { page, id }
}

async function openSetting() {
  const client = await logIn(fixture.server.base)
  const draft = await draftNda(client)
  await finalise(client, draft)
  const page = await pageOf(client, `/mgmt/${draft.id}/sign-setting`)
  await page.locator('#starting').waitFor({ state: 'detached' })
  return { page, id: draft.id }
}

const answering = (page: Page, path: string, status: number, errorCode?: string) =>
  page.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status, json: { success: false, model: null, errorCode, errorMsg: 'words' } }),
  )

/** Collects the error toasts from now on, because they disappear after a while. */
async function toastsOn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const toastTexts: string[] = []
    Object.assign(globalThis, { seen: toastTexts })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const one of addedNodes) toastTexts.push(one.textContent ?? '')
    }).observe(document.getElementById('toasts')!, { childList: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
}

const lostLogin = (page: Page) => page.locator('#lost-login[open]')

/** Logs out by the dialog's only button, and logs in again. */
async function logInAgain(page: Page, username: string) {
  await lostLogin(page).getByText('Login has expired, please login again').waitFor()
  await lostLogin(page).getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/acct/login*')
  await page.locator('#login').fill(username)
  await page.locator('#password').fill('Qishu2026')
  await page.locator('#agreement').check()
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
}

const email = (page: Page) => page.locator('#party-b-email')

describe('the editor', () => {
  test.each([
    [408, TIMED_OUT],
    [500, UNKNOWN],
  ])(
    'reports the answer %i once, keeps the text in the browser and saves it later',
    async (status, words) => {
      const { page } = await openEditor()
      const toasts = await toastsOn(page)
      await answering(page, '**/answers?*', status)
      await email(page).fill('kept@kestrel.example')
      await page.getByText(`${words} Your text is kept in this browser.`).waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.waitForTimeout(1500)
      expect(await toasts()).toEqual([words])
      await page.unroute('**/answers?*')
      await page.reload()
      await page
        .locator('header')
        .getByText(/^Saved /)
        .waitFor()
      expect(await email(page).inputValue()).toBe('kept@kestrel.example')
    },
  )

  test('without a session leads to the login and back, and nothing is lost', async () => {
    const { page, id } = await openEditor()
    await page.context().clearCookies({ name: /session/ })
    await email(page).fill('later@kestrel.example')
    await logInAgain(page, 'demo_admin')
    await page.waitForURL(`**/mgmt/${id}/edit-doc*`)
    await page
      .locator('header')
      .getByText(/^Saved /)
      .waitFor()
    expect(await email(page).inputValue()).toBe('later@kestrel.example')
  })

  test.each([
    ['ACCOUNT_DISABLE', 'The Account is disabled'],
    ['ACCOUNT_EXCEPTION', 'The Account is malfunctioned'],
  ])('blocks on %s, as does its rename', async (code, words) => {
    const { page } = await openEditor()
    await answering(page, '**/answers?*', 403, code)
    await email(page).fill('blocked@kestrel.example')
    await lostLogin(page).getByText(words).waitFor()
    await page.unroute('**/answers?*')
    await page.reload()
    await page.locator('#rename').click()
    await page.locator('#document-name').fill(`Renamed ${code}`)
    await answering(page, '**/name?*', 403, code)
    await page.locator('#document-name').press('Enter')
    await lostLogin(page).getByText(words).waitFor()
  })
})

describe('the signature setting', () => {
  test('reports the answer 408 once', async () => {
    const { page } = await openSetting()
    const toasts = await toastsOn(page)
    await answering(page, '**/signatories?*', 408)
    await page.locator('[id^="name-"]').last().press('End')
    await page.locator('[id^="name-"]').last().press('x')
    await page.getByText('Not saved').waitFor()
    await page.waitForTimeout(2500)
    expect(await toasts()).toEqual([TIMED_OUT])
  })

  test('blocks on a disabled account', async () => {
    const { page } = await openSetting()
    await answering(page, '**/signatories?*', 403, 'ACCOUNT_DISABLE')
    await page.locator('[id^="name-"]').last().press('x')
    await lostLogin(page).getByText('The Account is disabled').waitFor()
  })
})

describe('the online service', () => {
  const AT = '/mgmt/online-service'
  const send = async (page: Page, words: string) => {
    await page.locator('#words').fill(words)
    await page.locator('[data-island=chat]').getByRole('button', { name: 'Send' }).click()
  }

  test.each([
    [408, TIMED_OUT],
    [500, UNKNOWN],
  ])('reports the answer %i at the message, which is sent later', async (status, words) => {
    const page = await pageOf(await logIn(fixture.server.base, 'demo_free'), AT)
    await answering(page, `**${AT}?*`, status)
    await send(page, `After ${status}`)
    await page.locator('[data-sending=waiting]').getByText('not sent').waitFor()
    await page.locator('[data-sending]').getByText(words).waitFor()
    await page.unroute(`**${AT}?*`)
    await page.locator('#thread').getByText(`After ${status}`).waitFor()
    await page.locator('[data-sending]').waitFor({ state: 'detached' })
  })

  test('without a session leads to the login and back, and sends the waiting messages', async () => {
    const page = await pageOf(await logIn(fixture.server.base, 'demo_free'), AT)
    await page.context().clearCookies({ name: /session/ })
    await send(page, 'Before the login')
    await logInAgain(page, 'demo_free')
    await page.waitForURL(`**${AT}*`)
    await page.locator('#thread').getByText('Before the login').waitFor()
    await page.locator('[data-sending]').waitFor({ state: 'detached' })
  })

  test('blocks when the account is frozen while the page is open', async () => {
    const page = await pageOf(await logIn(fixture.server.base, 'demo_free'), AT)
    const desk = await pageOf(
      await logIn(fixture.server.base, 'desk_agent'),
      '/desk/accounts?keyword=demo_free',
    )
    await desk.locator('td a').first().click()
    await desk.locator('#stateAction').selectOption('freeze')
    await desk.locator('#reason').fill('Reported stolen by the customer')
    await desk.getByRole('button', { name: 'Confirm' }).click()
    await desk.getByText('Reported stolen by the customer').waitFor()
    await send(page, 'From a frozen account')
    await lostLogin(page).getByText('The Account is frozen').waitFor()
  })
})

describe('an upload', () => {
  const buffer = Buffer.from(pdfWith({ pages: 1 }))
  const upload = (page: Page) =>
    page.locator('#file').setInputFiles({ name: 'Letter.pdf', mimeType: 'application/pdf', buffer })

  test('reports the answer 408 beside the file', async () => {
    const page = await pageOf(await logIn(fixture.server.base), '/mgmt/new-doc?tab=IMPORT_DOC')
    await page.route('**/mgmt/imports/uploads?*', (route) => route.fulfill({ status: 408, body: '' }))
    await upload(page)
    await page.locator('[data-problem]').getByText(TIMED_OUT).waitFor()
  })

  test('without a session leads to the login and back', async () => {
    const page = await pageOf(await logIn(fixture.server.base), '/mgmt/new-doc?tab=IMPORT_DOC')
    await page.context().clearCookies({ name: /session/ })
    await upload(page)
    await logInAgain(page, 'demo_admin')
    await page.waitForURL('**/mgmt/new-doc?tab=IMPORT_DOC*')
  })
})

describe('every call of a script', () => {
  const missingIn = (request: Request) => {
    const { searchParams } = new URL(request.url())
    const names = ['timestamp', 'nonce', 'lang', 'sign'].filter((name) => !searchParams.has(name))
    return request.headers()['x-requested-with'] === 'XMLHttpRequest' ? names : ['marker', ...names]
  }

  test('carries the marker, a nonce, the language and a signature', async () => {
    const client = await logIn(fixture.server.base)
    const [draft, final] = [await draftNda(client), await draftNda(client)]
    await finalise(client, final)
    const page = await pageOf(client, '/mgmt/acct-info')
    const calls = new Map<string, string[]>()
    page.on('request', (request) => {
      if (!['fetch', 'xhr'].includes(request.resourceType())) return
      const { pathname } = new URL(request.url())
      calls.set(`${request.method()} ${pathname.replace(/[\da-f-]{36}/, ':id')}`, missingIn(request))
    })
    await page.goto('/mgmt/home?tour')
    await page.goto('/mgmt/online-service')
    await page.locator('#words').pressSequentially('Hello')
    await page.locator('[data-island=chat]').getByRole('button', { name: 'Send' }).click()
    await page.locator('#thread').getByText('Hello').waitFor()
    await page.goto('/mgmt/new-doc?tab=IMPORT_DOC')
    const buffer = Buffer.from(pdfWith({ pages: 1 }))
    await page.locator('#file').setInputFiles({ name: 'Letter.pdf', mimeType: 'application/pdf', buffer })
    await page.waitForURL('**/my-docs-import-view*')
    await page.goto(`/mgmt/${draft.id}/edit-doc`)
    await page.locator('header').getByRole('button', { name: 'Fill' }).click()
    await email(page).fill('signed@kestrel.example')
    await page
      .locator('header')
      .getByText(/^Saved /)
      .waitFor()
    await page.goto(`/mgmt/${final.id}/sign-setting`)
    await page.locator('[id^="name-"]').last().pressSequentially('Oli')
    await page.waitForTimeout(1500)
    expect([...calls].filter(([, missing]) => missing.length)).toEqual([])
    expect([...calls.keys()]).toEqual(
      expect.arrayContaining([
        'POST /mgmt/online-service',
        'POST /mgmt/online-service/typing',
        'POST /mgmt/imports/uploads',
        'PUT /mgmt/imports/uploads/:id',
        'PUT /mgmt/:id/answers',
        'GET /mgmt/contacts/suggestions',
        'GET /mgmt/:id/signing-preview',
      ]),
    )
  })
  test('carries them also when it polls once a minute, in a browser without streams', async () => {
    const client = await logIn(fixture.server.base)
    const page = await pageOf(client, '/mgmt/acct-info')
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'EventSource')
    })
    await page.clock.install()
    const requests: Request[] = []
    page.on('request', (request) => new URL(request.url()).pathname === '/live' && requests.push(request))
    await page.goto('/mgmt/home')
    // Repeated, because the script may start its timer after the page has loaded.
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(61_000)
          return requests.length
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    expect(missingIn(requests[0]!)).toEqual([])
    expect((await requests[0]!.response())?.status()).toBe(200)
  })
})
