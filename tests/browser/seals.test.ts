import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { draftNda, finalise, logIn, startSigning } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'
import { PHONE } from '#tests/support/walk.ts'

const fixture = servedBrowser()

/** A page of a browser that is logged in like this client. */
async function pageOf(client: Client, viewport = { width: 1280, height: 900 }): Promise<Page> {
  const { base } = fixture.server
  const page = await fixture.browser.newPage({ baseURL: base, viewport, locale: 'en-US' })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: base }))
  await page.context().addCookies(cookies)
  return page
}

const SEALS = '/mgmt/acct-info/seals'
const shownSeal = (page: Page) =>
  page.locator('[data-seal-preview]').evaluate((picture: HTMLImageElement) => picture.naturalWidth)

test('a seal is drawn while its name is typed, chosen for a document, and shown to its signatory on a phone', async () => {
  const { base } = fixture.server
  const client = await logIn(base)
  const page = await pageOf(client)
  const pageErrors = collectPageErrors(page)
  await page.goto(`${SEALS}/drawn?locale=en_US`)
  await page.locator('#label').fill('Contracts')
  await page.locator('#name').fill('莲花贸易（上海）有限公司')
  await page.locator('#line').fill('合同专用章')
  await page.locator('[data-seal-preview][src*="line=%E5%90%88"]').waitFor()
  await expect.poll(() => shownSeal(page)).toBeGreaterThan(100)
  await page.locator('main form .btn-primary').click()
  await page.waitForURL(/seals\/[0-9a-f-]{36}$/)
  await page.goto(SEALS)
  await page.getByRole('link', { name: 'Contracts' }).waitFor()

  const draft = await draftNda(client)
  await finalise(client, draft)
  await expect.poll(async () => (await client.get(`/mgmt/${draft.id}/final.pdf`)).status).toBe(200)
  await page.goto(`/mgmt/${draft.id}/sign-setting`)
  await page.getByRole('link', { name: 'Change seals' }).click()
  await page.locator('#seal-a').selectOption({ label: 'Contracts' })
  await page.locator('#across-a').check()
  await page.locator('main form .btn-primary').click()
  await page.getByText('Contracts · also across the pages').waitFor()
  expect(pageErrors).toEqual([])

  const people = await startSigning(client, draft.id, 'sealed')
  const { links } = await waitForMessage(base, people[0]!.email, (message) => message.links.length > 0)
  const phone = await fixture.browser.newPage({ baseURL: base, viewport: PHONE, locale: 'en-US' })
  const link = new URL(links[0]!).pathname
  await phone.goto(link)
  await phone.locator(`form[action="${link}/code"] button`).click()
  const { code } = await waitForMessage(base, people[0]!.email, (message) => Boolean(message.code))
  await phone.locator('#code').fill(code!)
  await phone.locator('form[action$="/entrance"] button').click()
  await phone.getByText('This picture is printed beside your signature').scrollIntoViewIfNeeded()
})
