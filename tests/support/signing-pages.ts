import type { Page } from 'playwright'
import { waitForMessage } from './outbox.ts'

/** The boxes for a signatory's signatures in the signature setting. */
export const boxOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Signature box of ${name}`) })

/** The path of the link mailed to a signatory. */
async function mailedLink(base: string, email: string): Promise<string> {
  const { links } = await waitForMessage(base, email, (message) => message.links.length > 0)
  return new URL(links[0]!).pathname
}

/** Opens the mailed link, enters the code, and shows the document. */
export async function enterAsSignatory(page: Page, base: string, email: string) {
  const link = await mailedLink(base, email)
  await page.goto(`${link}?locale=en_US`)
  await page.locator(`form[action="${link}/code"] button`).click()
  const { code } = await waitForMessage(base, email, (message) => Boolean(message.code))
  await page.locator('#code').fill(code!)
  await page.locator('form[action$="/entrance"] button').click()
  await page.waitForURL(/\/signing\/[0-9a-f-]+$/)
}
