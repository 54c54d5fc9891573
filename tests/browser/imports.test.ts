import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { logIn } from '#tests/support/journey.ts'

const fixture = servedBrowser()

/** Two megabytes, sent in five chunks. */
const LARGE = pdfWith({
  pages: 12,
  catalog: '/Filler 10 0 R',
  more: [{ entries: '', data: randomBytes(2 * 1024 * 1024) }],
})
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(LARGE) })

async function openPage() {
  const { base } = fixture.server
  const { cookies } = await logIn(base)
  const context = await fixture.browser.newContext({
    baseURL: base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: base })))
  const page = await context.newPage()
  return { context, page, pageErrors: collectPageErrors(page) }
}

test('a PDF is cancelled, uploaded over a broken connection, read, searched, renamed, deleted and restored', async () => {
  const { context, page, pageErrors } = await openPage()
  let chunkCount = 0
  let lineFrom = 0
  await page.route('**/mgmt/imports/uploads/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    chunkCount++
    return chunkCount > lineFrom ? route.abort('internetdisconnected') : route.continue()
  })

  await page.goto('/mgmt/new-doc?tab=IMPORT_DOC&locale=en_US')
  // The page reports a missing file in its language; the browser would report it in its own.
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Please choose a file').waitFor()
  // The reason for a refusal stays until another file is chosen, even if the button is pressed again.
  lineFrom = 1000
  await page.locator('#file').setInputFiles({ ...file('Letter.pdf'), buffer: Buffer.from('Dear Sirs,') })
  await page.getByText('This is not a PDF').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  expect(await page.getByRole('alert').allTextContents()).toEqual([expect.stringContaining('not a PDF')])
  chunkCount = 0
  lineFrom = 2
  await page.locator('#file').setInputFiles(file('Tender.pdf'))
  await page.getByText('Connection lost').waitFor()
  expect(await page.locator('[data-progress] progress').getAttribute('value')).toBe('50')
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByText('The upload was cancelled.').waitFor()

  // By drag and drop; the connection breaks again in the middle.
  chunkCount = 0
  const droppedFiles = await page.evaluateHandle(
    ({ text, name }) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'application/pdf' }))
      return data
    },
    { text: Buffer.from(LARGE).toString('base64'), name: 'Tender.pdf' },
  )
  await page.dispatchEvent('[data-upload]', 'drop', { dataTransfer: droppedFiles })
  await page.getByText('Connection lost').waitFor()
  // The upload resumes automatically after a second.
  lineFrom = 1000
  await page.waitForURL('**/my-docs-import-view?done=imported')
  // The chunks received before the break were not sent again.
  expect(chunkCount).toBeLessThanOrEqual(7)
  await page.getByText('The document is imported.').waitFor()

  await page.locator('[data-shown]').waitFor()
  const currentPage = () => page.locator('[data-pdf="page"]').inputValue()
  await page.locator('[data-pdf="place"]').press('ArrowRight')
  expect(await currentPage()).toBe('2')
  await page.locator('[data-pdf="place"]').press('End')
  expect(await currentPage()).toBe('12')
  await page.getByRole('button', { name: 'Page 3', exact: true }).click()
  expect(await currentPage()).toBe('3')
  const scaleBefore = await page.locator('[data-pdf="scale"]').textContent()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  expect(await page.locator('[data-pdf="scale"]').textContent()).not.toBe(scaleBefore)
  await page.getByLabel('Search the document').fill('lease')
  await page.keyboard.press('Enter')
  await page.getByText('3 of 12').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('4 of 12').waitFor()
  await expect
    .poll(() => page.evaluate(() => [...CSS.highlights.get('pdf-current')!].map(String)))
    .toEqual(['Lease'])

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Document name').fill('Tender of the harbour')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Name and number are saved.').waitFor()
  // Before the script has loaded, a link leads to a separate page.
  await page.locator('[data-shown]').waitFor()

  await page.getByRole('link', { name: 'Delete' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Tender of the harbour” was deleted.').waitFor()
  expect(page.url()).toContain('tab=imported')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Tender of the harbour” was restored.').waitFor()
  expect(pageErrors.filter((words) => !/INTERNET_DISCONNECTED/.test(words))).toEqual([])
  await context.close()
})

test('a file refused for a full storage leads to the imported documents, and no other refusal does', async () => {
  const { context, page } = await openPage()
  const words = 'Your cloud storage is full. Please delete unused imported documents.'
  let errorCode = 'CLOUD_STORAGE_FULL'
  await page.route('**/mgmt/imports/uploads?*', (route) =>
    route.fulfill({ status: 409, json: { success: false, model: null, errorCode, errorMsg: words } }),
  )
  await page.goto('/mgmt/new-doc?tab=IMPORT_DOC&locale=en_US')
  const solution = page.getByRole('link', { name: 'Delete unused imported documents' })
  expect(await solution.isVisible()).toBe(false)
  await page.locator('#file').setInputFiles(file('Full.pdf'))
  await page.getByText(words).waitFor()
  expect(await solution.getAttribute('href')).toBe('/mgmt/my-docs?tab=imported')
  expect(await solution.isVisible()).toBe(true)
  errorCode = 'UPLOAD_LIMIT'
  await page.locator('#file').setInputFiles(file('Again.pdf'))
  await expect.poll(() => solution.isVisible()).toBe(false)
  await page.getByText(words).waitFor()
  await context.close()
})
