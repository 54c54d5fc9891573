import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { SIGNATORIES } from '#tests/cast/signing.ts'
import { collectComplaints, servedBrowser } from '#tests/support/browser.ts'
import { draftNda, enterAsSignatory, finalise, logIn } from '#tests/support/journey.ts'

const held = servedBrowser()
/** Whom the demo asks to sign something already. */
const FREE = 'hannah.weiss@weiss.example'
let documentId: string

beforeAll(async () => {
  const admin = await logIn(held.server.base)
  const draft = await draftNda(admin)
  expect((await finalise(admin, draft)).status).toBe(303)
  documentId = draft.id
  const asked = await enterAsSignatory(held.server.base, FREE)
  await asked.client.post(`${asked.page}/refusal`, { reason: 'Another time' })
})

/** Sends the document out, as soon as it is printed, so that it is the free demo's turn to sign. */
async function askToSign() {
  const admin = await logIn(held.server.base)
  const signatories = SIGNATORIES.map((one, index) => ({ ...one, email: index ? one.email : FREE }))
  expect((await admin.put(`/mgmt/${documentId}/signatories`, { signatories })).status).toBe(200)
  await expect.poll(async () => (await admin.post(`/mgmt/${documentId}/signing`)).status).toBe(303)
}

test('the red dot comes and goes while pages are open, heard by one tab for all of them', async () => {
  const context = await held.browser.newContext({ baseURL: held.server.base, locale: 'en-US' })
  const { cookies } = await logIn(held.server.base, 'demo_free')
  const url = held.server.base
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  const asked: Page[] = []
  const open = async (path: string) => {
    const page = await context.newPage()
    page.on('request', (request) => new URL(request.url()).pathname === '/live' && asked.push(page))
    await page.goto(path)
    return page
  }
  const dot = (page: Page) => page.locator('[data-waits=hasPendingTask]')
  const one = await open('/mgmt/my-docs')
  const complaints = collectComplaints(one)
  await expect.poll(() => asked).toEqual([one])
  const other = await open('/mgmt/contacts')
  expect([await dot(one).isVisible(), await dot(other).isVisible()]).toEqual([false, false])

  await askToSign()
  for (const page of [one, other]) await dot(page).waitFor()
  await one.close()
  await expect.poll(() => asked).toEqual([one, other])
  const signatory = await enterAsSignatory(held.server.base, FREE)
  const declined = await signatory.client.post(`${signatory.page}/refusal`, { reason: 'Not now' })
  expect(declined.status).toBe(303)
  await dot(other).waitFor({ state: 'hidden' })

  // Left and come back to, the page hears again.
  await other.goto('/mgmt/faq-list')
  await other.goBack()
  await askToSign()
  await dot(other).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
