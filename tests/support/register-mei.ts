import type { Page } from 'playwright'
import { waitForMessage } from './outbox.ts'

/**
 * Fills the open registration form as Mei Lin of a new company, enters the code from the outbox, and
 * continues to her home page.
 */
export async function registerMei(page: Page, base: string) {
  const typedFields = {
    username: 'mei_lin',
    name: 'Mei Lin',
    companyName: 'Jade Instruments Ltd',
    department: 'Legal',
  }
  for (const [field, value] of Object.entries(typedFields)) await page.locator(`#${field}`).fill(value)
  await page.locator('#password').fill('Tern4Harbour')
  await page.locator('#confirmPassword').fill('Tern4Harbour')
  await page.locator('#identity').selectOption('company')
  await page.locator('#email').fill('mei@jade.example')
  await page.locator('#captcha').fill('qishu')
  await page.getByRole('button', { name: 'Get code' }).click()
  await page.getByText('A code is on its way').waitFor()
  const { code } = await waitForMessage(base, 'mei@jade.example', (message) => Boolean(message.code))
  await page.locator('#code').fill(code!)
  await page.locator('#agreement').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/mgmt/home')
}
