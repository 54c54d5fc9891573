import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authoriseAsIndividual } from '#tests/support/authorise.ts'
import { servedBrowser } from '#tests/support/browser.ts'
import { note } from '#tests/support/measured.ts'
import { registerMei } from '#tests/support/register-mei.ts'

const LONG = process.env.LONG === '1'

/**
 * The number of inputs for a first NDA: fields typed or chosen, buttons and links pressed, counted in the
 * browser.
 */
const fixture = servedBrowser()
let context: BrowserContext
let page: Page
const inputs: string[] = []

beforeAll(async () => {
  context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-GB',
    viewport: { width: 1400, height: 1000 },
  })
  await context.exposeFunction('noteInput', (what: string) => inputs.push(what))
  await context.addInitScript(() => {
    const note = (what: string) =>
      (window as unknown as { noteInput: (what: string) => void }).noteInput(what)
    const nameOf = (one: Element) => one.id || (one.textContent ?? '').trim().slice(0, 30)
    addEventListener('change', ({ target }) => note(`write ${nameOf(target as Element)}`), true)
    addEventListener(
      'click',
      ({ target }) => {
        const pressed = (target as Element).closest('a, button, summary')
        if (pressed) note(`press ${nameOf(pressed)}`)
      },
      true,
    )
  })
  page = await context.newPage()
})
afterAll(() => context?.close())

/** Drafts and sends a document from the home page. */
async function sendNda(
  other: { name: string; nameEn: string; number: string; address: string; signer: string; email: string },
  { address = '', authorises = false } = {},
) {
  await page.getByRole('link', { name: 'Create New' }).first().click()
  await page.getByRole('link', { name: /Mutual Non-Disclosure Agreement/ }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/edit-doc')
  await page.getByRole('button', { name: 'Use my company' }).first().click()
  if (address) await page.getByLabel('Address in English').first().fill(address)
  const party = page.getByRole('group', { name: /Party B/ })
  await party.getByLabel('Organisation name').fill(other.name)
  await party.getByLabel('English name').fill(other.nameEn)
  await party.getByLabel('Unified Social Credit Code').fill(other.number)
  await party.getByLabel('Domicile').fill(other.address)
  await party.getByLabel('Signatory').first().fill(other.signer)
  await party.getByLabel('Email').fill(other.email)
  const form = page.getByRole('form', { name: 'Fill' })
  await form.locator('textarea').first().fill('P-7')
  await page.getByText('Complete. Ready to finalise.').waitFor()
  await page.getByRole('button', { name: 'Finalise' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finalise' }).click()
  await page.waitForURL('**/view-doc')
  // A document can be sent for signing once its file is printed.
  const pdfUrl = page.url().replace('view-doc', 'final.pdf')
  await expect.poll(async () => (await context.request.get(pdfUrl)).status()).toBe(200)
  await page.getByRole('link', { name: 'Initiate e-signing' }).first().click()
  await page.locator('#starting').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Start signing' }).click()
  if (authorises) {
    await authoriseAsIndividual(page)
    await page.locator('#starting').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Start signing' }).click()
  }
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/signing')
  await page.getByText('Asked to sign').first().waitFor({ timeout: 60_000 })
}

const OTHER_PARTY = {
  name: '青禾信息技术有限公司',
  nameEn: 'Qinghe Information Technology Ltd',
  number: '91330106MA2H7QHX86',
  address: '478 Wensan Road, Hangzhou',
  signer: 'Wu Yifan',
  email: 'wu.yifan@qinghe.example',
}

// Both tests use one page of one person; the second test continues after the first.
describe('the way to a first NDA', { shuffle: false }, () => {
  test.runIf(LONG)('a first NDA takes at most twenty-two inputs from login to sent', async () => {
    await page.goto('/acct/login?locale=en_US')
    await page.locator('#login').fill('demo_admin')
    await page.locator('#password').fill('Qishu2026')
    await page.locator('#agreement').check()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/mgmt/home')
    await sendNda(OTHER_PARTY, { address: '12/F, 1568 Century Avenue, Pudong New Area, Shanghai' })
    note('inputs from login to a first NDA sent', String(inputs.length))
    expect(inputs.length, inputs.join('\n')).toBeLessThanOrEqual(22)
    expect(inputs.length).toBeGreaterThan(10)
  })

  test.runIf(LONG)(
    'a first NDA takes at most forty-six inputs from a first visit, with registration and authorisation',
    async () => {
      await context.clearCookies()
      inputs.length = 0
      await page.goto('/?locale=en_US')
      await page.getByRole('link', { name: 'Register' }).first().click()
      await registerMei(page, fixture.server.base)
      await page.goto('/mgmt/acct-info/company')
      await page.getByLabel('Company address').fill('88 Nanjing Road, Shanghai')
      await page.getByLabel('Unified social credit code').fill('91320594MA1K7QHW2G')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The company information is saved.').waitFor()
      await page.goto('/mgmt/home')
      await sendNda(OTHER_PARTY, { authorises: true })
      note('inputs from a stranger’s first visit to an NDA sent', String(inputs.length))
      expect(inputs.length, inputs.join('\n')).toBeLessThanOrEqual(46)
    },
  )
})
