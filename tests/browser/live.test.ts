import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { SIGNATORIES } from '#tests/cast/signing.ts'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { draftNda, enterAsSignatory, finalise, logIn, messageIds } from '#tests/support/journey.ts'

const fixture = servedBrowser()
/** The person whom the demo invites to sign. */
const FREE_USER = 'hannah.weiss@weiss.example'
let documentId: string

beforeAll(async () => {
  const admin = await logIn(fixture.server.base)
  const draft = await draftNda(admin)
  expect((await finalise(admin, draft)).status).toBe(303)
  documentId = draft.id
  const signer = await enterAsSignatory(fixture.server.base, FREE_USER)
  await signer.client.post(`${signer.page}/refusal`, { reason: 'Another time' })
  // There is no document to review either.
  const list = await (await admin.get('/mgmt/my-docs')).text()
  const reviewed = /\/mgmt\/([0-9a-f-]{36})\/review-doc" class="btn/.exec(list)![1]!
  expect((await admin.post(`/mgmt/${reviewed}/review-withdrawal`)).status).toBe(303)
})

/** Sends a document once it is printed, so that the user of the free plan has to sign it. */
async function askToSign() {
  const admin = await logIn(fixture.server.base)
  const signatories = SIGNATORIES.map((one, index) => ({ ...one, email: index ? one.email : FREE_USER }))
  expect((await admin.put(`/mgmt/${documentId}/signatories`, { signatories })).status).toBe(200)
  await expect.poll(async () => (await admin.post(`/mgmt/${documentId}/signing`)).status).toBe(303)
}

/** A browser of a demo account. */
async function browserOf(login: string) {
  const context = await fixture.browser.newContext({ baseURL: fixture.server.base, locale: 'en-US' })
  const { cookies } = await logIn(fixture.server.base, login)
  const url = fixture.server.base
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context
}

test('the red dot comes and goes on open pages, with one stream for all tabs', async () => {
  const context = await browserOf('demo_free')
  const polled: Page[] = []
  const openPage = async (path: string) => {
    const page = await context.newPage()
    page.on('request', (request) => new URL(request.url()).pathname === '/live' && polled.push(page))
    await page.goto(path)
    return page
  }
  const dot = (page: Page) => page.locator('[data-waits=hasPendingTask]')
  const one = await openPage('/mgmt/my-docs')
  const pageErrors = collectPageErrors(one)
  await expect.poll(() => polled).toEqual([one])
  const otherTab = await openPage('/mgmt/contacts')
  expect([await dot(one).isVisible(), await dot(otherTab).isVisible()]).toEqual([false, false])

  const knownIds = await messageIds(fixture.server.base, FREE_USER)
  await askToSign()
  for (const page of [one, otherTab]) await dot(page).waitFor()
  await one.close()
  await expect.poll(() => polled).toEqual([one, otherTab])
  const signatory = await enterAsSignatory(fixture.server.base, FREE_USER, knownIds)
  const declined = await signatory.client.post(`${signatory.page}/refusal`, { reason: 'Not now' })
  expect(declined.status).toBe(303)
  await dot(otherTab).waitFor({ state: 'hidden' })

  // After leaving and returning, the page receives events again.
  await otherTab.goto('/mgmt/faq-list')
  await otherTab.goBack()
  await askToSign()
  await dot(otherTab).waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})

/** Makes the page visible, or hides it as if another tab were in front. */
const setVisibility = (page: Page, seen: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, !seen)

/**
 * Waits for the field that sends without a reload. A click on the button of the plain form that it replaces
 * could be lost.
 */
const fieldStands = (page: Page) => page.locator('button[type="button"]', { hasText: 'Send' }).waitFor()

test('a customer and the desk talk without reloading, and typed text stays', async () => {
  const freeBrowser = await browserOf('demo_free')
  const desk = await browserOf('desk_agent')
  const customerPage = await freeBrowser.newPage()
  const queue = await desk.newPage()
  const pageErrors = [customerPage, queue].flatMap(collectPageErrors)
  // Each page opens a stream.
  const streams = [customerPage, queue].map((page) => page.waitForRequest(/live$/))
  await queue.goto('/desk/chat?locale=en_US')
  await customerPage.goto('/mgmt/online-service?locale=en_US')
  await Promise.all([...streams, fieldStands(customerPage)])
  await customerPage.locator('#words').fill('Where does the seal go?')
  await customerPage.getByRole('button', { name: 'Send' }).click()
  const row = queue.locator('#queue tr', { hasText: 'Hannah Weiss' })
  await row.getByText('Waiting').waitFor()
  await row.getByRole('link').click()
  await queue.getByText('Where does the seal go?').waitFor()
  await fieldStands(queue)
  await customerPage.locator('#words').fill('And who')
  await queue.locator('#words').fill('On the last page.')
  await queue.getByRole('button', { name: 'Send' }).click()
  await customerPage.getByText('On the last page.').waitFor()
  expect(await customerPage.locator('#words').inputValue()).toBe('And who')
  await queue.getByText('not read yet').waitFor({ state: 'hidden' })

  // A hidden tab does not mark anything as read.
  await setVisibility(customerPage, false)
  await queue.locator('#words').fill('Anything else?')
  await queue.getByRole('button', { name: 'Send' }).click()
  await queue.getByText('not read yet').waitFor()
  await expect(customerPage.getByText('Anything else?').waitFor({ timeout: 2000 })).rejects.toThrow('Timeout')
  await setVisibility(customerPage, true)
  await customerPage.getByText('Anything else?').waitFor()
  await queue.getByText('not read yet').waitFor({ state: 'hidden' })
  expect(pageErrors).toEqual([])
  for (const context of [freeBrowser, desk]) await context.close()
})
