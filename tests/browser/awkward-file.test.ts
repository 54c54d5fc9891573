import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { LONG } from '#tests/support/runs.ts'
import { boxOf, enterAsSignatory } from '#tests/support/signing-pages.ts'
import { PHONE } from '#tests/support/walk.ts'

const fixture = servedBrowser()

const PEOPLE = ['chen@harbour.example', 'oliver@harbour.example']
const [CHEN, OLIVER] = PEOPLE as [string, string]

async function deskPage(browser: Browser): Promise<Page> {
  const { base } = fixture.server
  const client = await logIn(base)
  const context = await browser.newContext({
    baseURL: base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: base })))
  return context.newPage()
}

async function importFile(page: Page, name: string) {
  await page.goto('/mgmt/new-doc?tab=IMPORT_DOC&locale=en_US')
  await page.locator('#file').setInputFiles(`tests/cases/pdf/${name}.pdf`)
  await page.waitForURL('**/my-docs-import-view?done=imported')
}

/** Adds two signatories, each with name and address, to the signature setting. */
async function fillSignatories(page: Page) {
  const people = [
    ['Chen Lian', CHEN],
    ['Oliver Grant', OLIVER],
  ]
  const field = (index: number, name: string) => page.getByRole('combobox', { name, exact: true }).nth(index)
  for (const [index, [name, email]] of people.entries()) {
    if ((await page.locator('tbody tr').count()) <= index)
      await page
        .getByRole('button', { name: /^Add signatory/ })
        .nth(index)
        .click()
    await field(index, 'Signatory').fill(name!)
    await field(index, 'Email').fill(email!)
  }
}

async function signOnPhone(browser: Browser, email: string) {
  const { base } = fixture.server
  const context = await browser.newContext({
    baseURL: base,
    locale: 'en-US',
    viewport: PHONE,
    hasTouch: true,
  })
  const page = await context.newPage()
  const pageErrors = collectPageErrors(page)
  await enterAsSignatory(page, base, email)
  await page.locator('[data-shown]').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('All pages have been shown (2 pages).').waitFor()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.waitForURL(/\/signed(#|$)/)
  expect(pageErrors).toEqual([])
  await context.close()
}

// The tests of imports, places and verification test the same steps daily.
test.runIf(LONG)(
  'a form of another program is imported, signed on two pages by phone, and verified',
  async () => {
    const page = await deskPage(fixture.browser)
    const pageErrors = collectPageErrors(page)
    await importFile(page, 'libreoffice-form')
    await page.getByText('Form fields became part of the page, as they are shown').waitFor()
    expect(await page.getByRole('link', { name: 'Download original' }).count()).toBe(1)

    await page.getByRole('link', { name: 'Initiate e-signing' }).click()
    await page.waitForURL('**/sign-setting*')
    await fillSignatories(page)
    await boxOf(page, 'Chen Lian').press('PageUp')
    await expect.poll(() => boxOf(page, 'Chen Lian').getAttribute('aria-label')).toContain('page 1')
    await expect.poll(() => boxOf(page, 'Oliver Grant').getAttribute('aria-label')).toContain('page 2')
    await page.getByRole('button', { name: 'Start signing' }).click()
    const dialog = page.locator('dialog[open]')
    await expect.poll(() => dialog.textContent()).toMatch(/Chen Lian.*page 1.*Oliver Grant.*page 2/s)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/signing')
    await signOnPhone(fixture.browser, CHEN)
    await signOnPhone(fixture.browser, OLIVER)

    await waitForMessage(fixture.server.base, CHEN, ({ subject }) => subject.startsWith('Signed by everyone'))
    await page.reload()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download signed PDF' }).first().click(),
    ])
    const path = await file.path()
    const report = await runTool('pdfsig', [path])
    expect(report.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(3)

    await page.goto('/verify?locale=en_US')
    await page.locator('#file').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'application/pdf',
      buffer: readFileSync(path),
    })
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Unchanged since signing', exact: true }).waitFor()
    const words = (await page.getByRole('main').textContent())!
    for (const one of ['Chen Lian', 'Oliver Grant', CHEN, OLIVER]) expect(words).toContain(one)
    expect(await page.getByRole('main').locator('figure svg image').count()).toBeGreaterThan(1)
    expect(pageErrors).toEqual([])
    await page.context().close()
  },
)

test('a file changed after signing is refused with advice when it is sent', async () => {
  const page = await deskPage(fixture.browser)
  await importFile(page, 'foreign-acrobat-classic-changed')
  await page.getByRole('link', { name: 'Check its signatures' }).click()
  await page
    .getByRole('main')
    .getByText(/changed/i)
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Initiate e-signing' }).click()
  await page.waitForURL('**/sign-setting*')
  await fillSignatories(page)
  await page.getByRole('button', { name: 'Start signing' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Confirm' }).click()
  const reason = page.getByText('Ask the sender for the unchanged file and import that.')
  await reason.filter({ visible: true }).first().waitFor()
  // The typed text is still there.
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await boxOf(page, 'Oliver Grant').waitFor()
  await page.context().close()
})
