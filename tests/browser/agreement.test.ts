import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { draftNda, logIn } from '#tests/support/journey.ts'

/**
 * A clause states thirty days in Chinese and sixty in English: the editor reports it while the user types,
 * and a click acknowledges it.
 */
const fixture = servedBrowser()
let page: Page
const CLAUSE = 'early-end'

beforeEach(async () => {
  const client = await logIn(fixture.server.base)
  const context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: fixture.server.base }))
  await context.addCookies(cookies)
  page = await context.newPage()
  const { id } = await draftNda(client)
  await page.goto(`/mgmt/${id}/edit-doc?locale=en_US`)
  await page.getByText('Complete. Ready to finalise.').waitFor()
  return () => context.close()
})

const findings = () =>
  page.locator('[data-clause]').getByText('Numbers differ. Chinese: 30日; English: sixty (60) days')

async function writeBoth() {
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await expect
    .poll(async () => {
      await edit.click()
      return edit.getAttribute('aria-pressed')
    })
    .toBe('true')
  await page.locator(`#custom-${CLAUSE}`).click()
  await page.locator(`#text-${CLAUSE}-zh`).fill('任何一方可以提前30日书面通知终止。')
  await page
    .locator(`#text-${CLAUSE}-en`)
    .fill('Either Party may terminate by sixty (60) days’ written notice.')
  await findings().waitFor()
  await page.getByRole('button', { name: 'Done' }).first().click()
}

test('a mismatch is reported under the clause, acknowledged by one click, and reported again when that is undone', async () => {
  await writeBoth()
  await page.locator(`#confirmed-${CLAUSE}-numbers`).click()
  await expect.poll(() => findings().count()).toBe(0)
  await page.keyboard.press('Control+z')
  await findings().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => findings().count()).toBe(0)
})

test('a mismatch is acknowledged in the finalise dialog', async () => {
  await writeBoth()
  await page.locator('#finalise').click()
  const dialog = page.getByRole('dialog')
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().waitFor()
  await dialog.getByRole('button', { name: 'Finalise' }).click()
  expect(page.url()).toContain('/edit-doc')
  for (const box of await boxes.all()) await box.check()
  await dialog.getByRole('button', { name: 'Finalise' }).click()
  await page.waitForURL('**/view-doc')
})
