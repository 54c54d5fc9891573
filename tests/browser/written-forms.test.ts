import { expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()

async function openPage(path: string) {
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(`${path}?locale=en_US`)
  await page.waitForLoadState('networkidle')
  return { context, page }
}

test('a corrected field loses its error, one that only the server can judge is marked as changed', async () => {
  const { page } = await openPage('/acct/register')
  await page.locator('#username').fill('x')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const requiredNote = page.locator('#name-note')
  await requiredNote.waitFor()
  expect(await page.locator('#name').getAttribute('aria-invalid')).toBe('true')
  await page.locator('#name').fill('Chen Lian')
  await requiredNote.waitFor({ state: 'detached' })
  expect(await page.locator('#name').getAttribute('aria-invalid')).toBe(null)
  const judged = page.locator('#username-note')
  await page.locator('#username').fill('somebody_else')
  expect(await judged.getAttribute('data-is-changed')).toBe('')
  expect(await judged.textContent()).toBeTruthy()
})

test('what is typed for an account survives a reload, the password does not', async () => {
  const { page } = await openPage('/acct/register')
  await page.locator('#username').fill('lotus_chen')
  await page.locator('#password').fill('Kept-nowhere-7')
  await page.reload({ waitUntil: 'networkidle' })
  await expect.poll(() => page.locator('#username').inputValue()).toBe('lotus_chen')
  expect(await page.locator('#password').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Kept-nowhere')
})

test('a pressed button shows that it is busy, keeps its size and becomes usable again', async () => {
  const { page } = await openPage('/acct/register')
  let answer = () => {}
  await page.route('**/acct/register*', async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Register', exact: true })
  await button.scrollIntoViewIfNeeded()
  const boxBefore = await button.boundingBox()
  await button.click()
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  expect(await button.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('"Sending…"')
  expect(await button.boundingBox()).toEqual(boxBefore)
  answer()
  await expect.poll(() => button.getAttribute('aria-busy')).toBe(null)
})

test('fields on a phone are large enough that iOS does not zoom, and an offline form reports the missing network', async () => {
  const { context, page } = await openPage('/acct/register')
  const sizes = await page
    .locator('input:not([type="checkbox"], [type="radio"], [type="hidden"]), select, textarea')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  expect(sizes.length).toBeGreaterThan(5)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const faults = page.locator('form [data-fault]')
  await faults.waitFor()
  expect(await faults.textContent()).toMatch(/^You are offline\. What you typed is still on this page/)
  expect(await faults.textContent()).not.toMatch(/refresh/i)
})

test('the deadline and the message for reviewers survive the adding of a reviewer', async () => {
  const { base } = fixture.server
  const client = await logIn(base)
  const { id } = await draftNda(client)
  const context = await fixture.browser.newContext({ baseURL: base, locale: 'en-US' })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: base })))
  const page = await context.newPage()
  await page.goto(`/mgmt/${id}/invite-review?locale=en_US`, { waitUntil: 'networkidle' })
  const deadline = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.locator('#due').fill(deadline)
  await page.locator('#note').fill('Please look at article 2')
  await page.getByRole('link', { name: 'Add internal reviewer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('select').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: /^Remove/ }).waitFor()
  await expect.poll(() => page.locator('#note').inputValue()).toBe('Please look at article 2')
  expect(await page.locator('#due').inputValue()).toBe(deadline)
})
