import type { Page } from 'playwright'

/**
 * Authorises Qishu as an individual from the confirmation page of a signing, and returns to the signature
 * setting.
 */
export async function authoriseAsIndividual(page: Page) {
  await page.getByRole('dialog').getByRole('link', { name: 'Authorise' }).click()
  await page.getByRole('link', { name: /As an individual/ }).click()
  await page.getByRole('combobox', { name: 'Identity document' }).selectOption('passport')
  await page.getByRole('textbox', { name: 'Number' }).fill('C01X00T47')
  await page.getByLabel(/I agree that Qishu handles the number/).check()
  await page.getByLabel(/I authorise Qishu/).check()
  await page.getByRole('button', { name: 'Authorise' }).click()
  await page.waitForURL('**/sign-setting')
  await page.getByText('365 days left').waitFor()
}
