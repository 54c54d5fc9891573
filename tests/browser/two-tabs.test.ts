import type { BrowserContext, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { LONG } from '#tests/support/runs.ts'

const fixture = servedBrowser()
let context: BrowserContext

beforeAll(async () => {
  context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    viewport: { width: 1400, height: 1000 },
  })
  const page = await context.newPage()
  await page.goto('/acct/login?locale=en_US')
  await page.locator('#login').fill('demo_free')
  await page.locator('#password').fill('Qishu2026')
  await page.locator('#agreement').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/mgmt/home')
  await page.goto('/mgmt/new-doc?template=mutual-nda')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/edit-doc')
})

/** Acts, and waits until the server has stored the result. */
async function saving(page: Page, action: () => Promise<void>) {
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    action(),
  ])
}

const nameOf = (page: Page) => page.getByRole('group', { name: /Party A/ }).getByLabel('Organisation name')
const phoneOf = (page: Page) => page.getByRole('group', { name: /Party B/ }).getByLabel('Phone')

async function openFill(url: string, within = context): Promise<Page> {
  const page = await within.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Fill', exact: true }).click()
  return page
}

test('two tabs: compatible changes are merged, a conflict is shown for a decision, and no typed text is lost', async () => {
  const url = context.pages()[0]!.url()
  const one = await openFill(url)
  const two = await openFill(url)
  await saving(one, () => nameOf(one).fill('First Harbour Ltd'))
  await saving(two, () => phoneOf(two).fill('+86 21 5555 0000'))
  await saving(two, () => nameOf(two).fill('Second Harbour Ltd'))
  await nameOf(one).fill('Third Harbour Ltd')
  const dialog = one.getByRole('dialog', { name: 'Changed here and elsewhere' })
  await dialog.getByText('Second Harbour Ltd').waitFor()
  await dialog.getByText('Third Harbour Ltd').waitFor()
  await dialog.getByRole('button', { name: 'Keep all mine' }).click()
  await saving(one, () => dialog.getByRole('button', { name: 'Save this choice' }).click())
  const laterTab = await openFill(url)
  expect(await nameOf(laterTab).inputValue()).toBe('Third Harbour Ltd')
  expect(await phoneOf(laterTab).inputValue()).toBe('+86 21 5555 0000')
})

test('text typed while the server is down is kept, and sent when it is back', async () => {
  const page = await openFill(context.pages()[0]!.url())
  await context.setOffline(true)
  await phoneOf(page).fill('+86 21 7777 0000')
  await page.getByText('Not saved: offline, kept in this browser').first().waitFor()
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const reopenedTab = await openFill(context.pages()[0]!.url())
  await expect.poll(() => phoneOf(reopenedTab).inputValue()).toBe('+86 21 7777 0000')
})

// `tests/islands` merges random changes of tables daily.
test.runIf(LONG)(
  'two tabs on one table: rows and cells are merged, and a cell changed in both is shown for a decision',
  async () => {
    const { cookies } = await logIn(fixture.server.base)
    const paying = await fixture.browser.newContext({ baseURL: fixture.server.base })
    await paying.addCookies([...cookies].map(([name, value]) => ({ name, value, url: fixture.server.base })))
    const firstTab = await paying.newPage()
    await firstTab.goto('/mgmt/new-doc?template=software-development&locale=en_US')
    await firstTab.getByRole('button', { name: 'Create' }).click()
    await firstTab.waitForURL('**/edit-doc')
    const url = firstTab.url()
    const cell = (page: Page, column: string) => page.locator(`#fill-components-r1-${column}`)
    const one = await openFill(url, paying)
    const two = await openFill(url, paying)
    for (const page of [one, two]) await cell(page, 'name').waitFor()
    await saving(one, () => cell(one, 'name').fill('React'))
    await saving(two, () => cell(two, 'use').fill('Interface'))
    await saving(two, () => cell(two, 'name').fill('Vue'))
    await cell(one, 'name').fill('Svelte')
    const dialog = one.getByRole('dialog', { name: 'Changed here and elsewhere' })
    await dialog.getByText('Svelte').waitFor()
    expect(await dialog.getByRole('group').allTextContents()).toEqual([
      expect.stringMatching(/Row 1, .*Svelte.*Vue/s),
    ])
    await dialog.getByRole('button', { name: 'Keep all mine' }).click()
    await saving(one, () => dialog.getByRole('button', { name: 'Save this choice' }).click())
    expect(await cell(one, 'use').inputValue()).toBe('Interface')
    expect(await cell(one, 'name').inputValue()).toBe('Svelte')
    await paying.close()
  },
)
