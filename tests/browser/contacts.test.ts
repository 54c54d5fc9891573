import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { documentsOf } from '#tests/support/demo-world.ts'
import { logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()

const namesOn = async (page: Page) =>
  (await page.locator('tbody td:first-child .font-medium').allTextContents()).map((name) => name.trim())

test('a contact is created, moved, deleted and restored, and is suggested when choosing signatories', async () => {
  const { base } = fixture.server
  const admin = await logIn(base)
  const documents = await documentsOf(admin)
  const context = await fixture.browser.newContext({
    baseURL: base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: base })))
  const page = await context.newPage()
  await page.goto('/mgmt/contacts?type=external&locale=en_US')
  const namesBefore = await namesOn(page)
  await page.getByRole('link', { name: 'Add contact' }).click()
  await page.locator('#name').fill('Ines Duarte')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Enter an email or a mobile number.').waitFor()
  expect(await page.locator('#name').inputValue()).toBe('Ines Duarte')
  await page.locator('#email').fill('ines@duarte.example')
  await page.keyboard.press('Enter')
  await page.getByText('“Ines Duarte” was added.').waitFor()
  expect(await namesOn(page)).toEqual([...namesBefore, 'Ines Duarte'])

  await page.getByLabel('More for Ines Duarte').press('Enter')
  await page.getByRole('button', { name: 'Move to the top' }).press('Enter')
  await page.getByText('“Ines Duarte” was moved.').waitFor()
  expect(await namesOn(page)).toEqual(['Ines Duarte', ...namesBefore])

  const row = (name: string) => page.locator('tbody tr', { hasText: name })
  await row('Ines Duarte').locator('[data-drags]').dragTo(row(namesBefore[1]!))
  await page.waitForURL(/done=moved/)
  await expect
    .poll(() => namesOn(page))
    .toEqual([namesBefore[0], namesBefore[1], 'Ines Duarte', ...namesBefore.slice(2)])

  await page.getByLabel('More for Ines Duarte').click()
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Ines Duarte” was deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Ines Duarte” was restored.').waitFor()
  expect((await namesOn(page))[2]).toBe('Ines Duarte')

  await page.goto(`/mgmt/${documents.finalised}/sign-setting`)
  const name = page.locator('[id^="name-"]').last()
  const email = page.locator('[id^="email-"]').last()
  await email.fill('')
  await name.fill('Ines')
  await page.getByRole('option', { name: 'Ines Duarte' }).waitFor()
  await name.press('ArrowDown')
  await name.press('Enter')
  expect([await name.inputValue(), await email.inputValue()]).toEqual(['Ines Duarte', 'ines@duarte.example'])

  const lastRow = page.locator('tbody tr').last()
  await lastRow.getByText('In your contacts').waitFor()
  await name.fill('Rosa Lima')
  await email.fill('rosa@lima.example')
  await lastRow.getByRole('button', { name: 'Save as contact Rosa Lima' }).press('Enter')
  await lastRow.getByRole('status').getByText('In your contacts').waitFor()
  await expect.poll(() => email.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.goto(`/mgmt/${documents.draft}/edit-doc`)
  await page.getByRole('button', { name: 'Fill', exact: true }).click()
  const party = page.locator('fieldset', { has: page.locator('#party-b-email') })
  // The beginning of the organisation is typed and the suggestion clicked; this fills the empty fields, and
  // one undo empties them again.
  await party.locator('#party-b-email').fill('')
  await party.locator('#party-b-phone').fill('+86 21 5555 0000')
  await party.locator('#party-b-signerName').fill('')
  await party.locator('#party-b-name').fill('Duar')
  await page.getByRole('option', { name: 'Ines Duarte' }).click()
  await expect.poll(() => party.locator('#party-b-email').inputValue()).toBe('ines@duarte.example')
  expect(await party.locator('#party-b-signerName').inputValue()).toBe('Ines Duarte')
  expect(await party.locator('#party-b-phone').inputValue()).toBe('+86 21 5555 0000')
  await page.keyboard.press('Control+z')
  expect(await party.locator('#party-b-email').inputValue()).toBe('')
  await party.locator('#party-b-signerName').fill('Ana Lima')
  await party.locator('#party-b-email').fill('rosa@lima.example')
  await party.getByText('In your contacts').waitFor()
  await party.locator('#party-b-email').fill('ana@lima.example')
  await party.getByRole('button', { name: 'Save as contact Ana Lima' }).click()
  await party.getByRole('status').getByText('In your contacts').waitFor()
  await page.goto('/mgmt/contacts?type=external&keyword=lima.example')
  expect(await namesOn(page)).toEqual(['Rosa Lima', 'Ana Lima'])
  await context.close()
}, 120_000)
