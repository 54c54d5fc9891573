import type { Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()
let page: Page

beforeEach(async () => {
  await page?.context().close()
  page = await pageOf('demo_admin')
})

async function pageOf(login: string) {
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 500 },
  })
  const { cookies } = await logIn(fixture.server.base, login)
  const url = fixture.server.base
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

/** Opens an entry of the side menu. */
async function openMenuEntry(entry: string) {
  await page.locator('nav').getByRole('link', { name: entry }).first().click()
  await page.locator('nav [aria-current=page]', { hasText: entry }).waitFor()
}

const address = () => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const keyword = () => page.locator('#keyword')

describe('a remembered page', () => {
  test('has its filter and position again when opened by the menu, and none when opened by its own entry', async () => {
    await page.goto('/mgmt/contacts?type=external')
    await keyword().fill('Oliver')
    await page.getByText('1 contact', { exact: true }).waitFor()
    await openMenuEntry('Tasks')
    await openMenuEntry('Contacts')
    expect(await keyword().inputValue()).toBe('Oliver')
    expect(await page.locator('tbody tr').count()).toBe(1)
    await openMenuEntry('Contacts')
    expect(await keyword().inputValue()).toBe('')
    await openMenuEntry('Home')
    await page.evaluate(() => scrollTo(0, 200))
    await openMenuEntry('Tasks')
    await openMenuEntry('Home')
    expect(await page.evaluate(() => scrollY)).toBe(200)
  })

  test('still has the unsent message to the online service, but no old success message', async () => {
    await page.goto('/mgmt/online-service')
    await page.locator('#starting').waitFor({ state: 'detached' })
    await page.locator('main textarea').fill('May three parties')
    await openMenuEntry('Home')
    await page
      .getByRole('navigation', { name: 'Help' })
      .getByRole('link', { name: 'Online service' })
      .last()
      .click()
    await page.waitForURL(/online-service/)
    expect(await page.locator('main textarea').inputValue()).toBe('May three parties')
    // Reloads the page; the text stays until it is sent.
    const reload = async () => {
      await page.reload()
      await page.locator('#starting').waitFor({ state: 'detached' })
    }
    await page.locator('main textarea').press('End')
    await page.keyboard.type(' sign?')
    await reload()
    expect(await page.locator('main textarea').inputValue()).toBe('May three parties sign?')
    await page.locator('[data-island=chat]').getByRole('button', { name: 'Send' }).click()
    await page.locator('#thread').getByText('May three parties sign?').waitFor()
    await reload()
    expect(await page.locator('main textarea').inputValue()).toBe('')
    await page.goto('/mgmt/contacts?type=external&colleagues=2')
    await page.locator('main [role=status]').first().waitFor()
    await openMenuEntry('Home')
    await openMenuEntry('Contacts')
    expect(address()).toBe('/mgmt/contacts?type=external&from=Home')
  })

  test('shows nothing of one person to the next person who logs in', async () => {
    await page.goto('/mgmt/contacts?type=external&keyword=Oliver')
    await openMenuEntry('Home')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(/acct\/login/)
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /kept/.test(key)))).toEqual(
      [],
    )
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/acct/login')
  })
})

describe('navigation between pages', () => {
  test('remembers the previous route; a back link leads to that page as it was left', async () => {
    await page.goto('/mgmt/contacts?type=external&keyword=Oliver')
    await page.locator('tbody td a').first().click()
    await page.waitForURL(/communicat-doc\?from=Contacts$/)
    expect(await page.evaluate(() => sessionStorage.getItem('qishu-previous-route'))).toBe(
      'Contacts /mgmt/contacts?type=external&keyword=Oliver',
    )
    await openMenuEntry('Tasks')
    expect(address()).toBe('/mgmt/tasks?from=CommunicatDoc')
  })

  test('by the profile opens Home in a new tab, which is called HomeQuery from then on', async () => {
    await page.goto('/mgmt/tasks')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('nav a[target=_blank]').click(),
    ])
    await tab.locator('[data-route=HomeQuery]').waitFor()
    await tab.locator('nav').getByRole('link', { name: 'Messages' }).click()
    await tab.waitForURL(/messages\?from=HomeQuery$/)
    expect(address()).toBe('/mgmt/tasks')
  })
})

test('a form in a dialog taller than the window begins with its first field', async () => {
  await page.goto('/mgmt/contacts?type=external')
  await page.getByRole('link', { name: 'Add contact' }).click()
  await page.locator('dialog[open] form[method=post]').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name')
})
