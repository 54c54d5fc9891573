import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { draftNda, finalise, logIn } from '#tests/support/journey.ts'
import { LONG, patiently } from '#tests/support/runs.ts'
import { boxOf, enterAsSignatory } from '#tests/support/signing-pages.ts'
import { postFiles } from '#tests/support/upload.ts'

const fixture = servedBrowser()

const signatories = (emailPrefix: string) => [
  { id: 'a', party: 'a', name: 'Chen Lian', email: `${emailPrefix}-chen@lotus.example` },
  { id: 'b', party: 'b', name: 'Oliver Grant', email: `${emailPrefix}-oliver@kestrel.example` },
]

async function importPdf(client: Client, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const file = { field: 'file', name: `${name}.pdf`, bytes }
  const response = await postFiles(client, '/mgmt/imports', {}, [file])
  return response.headers.get('location')!.split('/')[2]!
}

async function pageOf(client: Client, options: { width?: number; javaScriptEnabled?: boolean } = {}) {
  const { width = 1280, javaScriptEnabled } = options
  const { base } = fixture.server
  const context = await fixture.browser.newContext({
    baseURL: base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
    javaScriptEnabled,
  })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: base })))
  return context.newPage()
}

const signatoriesOf = async (client: Client, id: string) => {
  const html = await (await client.get(`/mgmt/${id}/sign-setting`)).text()
  const props = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(html)![1]!)
  return props.signatories as { spots?: unknown[] }[]
}

/** Takes a screenshot if SHOTS names a folder. */
async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('an imported PDF: places are dragged, moved by keys, added, removed and confirmed by name and page', async () => {
  const client = await logIn(fixture.server.base)
  const id = await importPdf(client, 'Framework agreement', pdfWith({ pages: 3 }))
  await client.put(`/mgmt/${id}/signatories`, { signatories: signatories('drag') })
  const page = await pageOf(client)
  const pageErrors = collectPageErrors(page)
  await page.goto(`/mgmt/${id}/sign-setting?locale=en_US`)
  const chen = boxOf(page, 'Chen Lian')
  await chen.waitFor()
  expect(await chen.getAttribute('aria-label')).toContain('page 3, bottom left')
  await expect
    .poll(() =>
      page
        .locator('.sign-page img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(600)
  await chen.press('PageUp')
  await expect.poll(() => chen.getAttribute('aria-label')).toContain('page 2')
  for (let time = 0; time < 30; time++) await chen.press('Shift+ArrowUp')
  await expect.poll(() => chen.getAttribute('aria-label')).toContain('page 2, top left')
  // The box stays on the page, however often a key is pressed.
  for (let time = 0; time < 3; time++) await chen.press('Shift+ArrowUp')
  const oliver = boxOf(page, 'Oliver Grant')
  await oliver.scrollIntoViewIfNeeded()
  const boxBefore = (await oliver.boundingBox())!
  await page.mouse.move(boxBefore.x + 10, boxBefore.y + 10)
  await page.mouse.down()
  await page.mouse.move(boxBefore.x - 40, boxBefore.y - 100, { steps: 5 })
  await page.mouse.up()
  const boxAfter = (await oliver.boundingBox())!
  expect(Math.abs(boxAfter.x - (boxBefore.x - 50))).toBeLessThan(4)
  expect(Math.abs(boxAfter.y - (boxBefore.y - 110))).toBeLessThan(4)
  await page.getByRole('button', { name: 'Add place for Chen Lian' }).click()
  await expect.poll(() => chen.count()).toBe(2)
  await page.getByRole('button', { name: /^Remove the place of Chen Lian on page 2/ }).click()
  await expect.poll(() => chen.count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => chen.count()).toBe(2)
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect
    .poll(async () => (await signatoriesOf(client, id)).map(({ spots }) => spots?.length))
    .toEqual([2, 1])
  await shoot(page, 'import-en-1280')
  await page.reload()
  await expect.poll(() => chen.count()).toBe(2)

  // Overlapping places are reported immediately, and prevent sending.
  const [first] = (await signatoriesOf(client, id)) as { spots: object[] }[]
  await client.put(`/mgmt/${id}/signatories`, {
    signatories: signatories('drag').map((one) => ({ ...one, spots: [first!.spots[0]] })),
  })
  await page.reload()
  await page.getByText('overlaps another one').first().waitFor()
  await page.getByRole('button', { name: 'Start signing' }).click()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await oliver.press('PageDown')
  await expect.poll(() => page.getByText('overlaps another one').count()).toBe(0)
  await page.getByRole('button', { name: 'Start signing' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  const text = (await dialog.textContent())!.replace(/\s+/g, ' ')
  expect(text).toMatch(/Chen Lian.*page 2, top left.*Oliver Grant.*page 3, top left/)
  await shoot(page, 'dialog-en-1280')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/signing')
  expect(pageErrors).toEqual([])
  await page.context().close()
})

/** Whether the first place is visible among the pages, without scrolling. */
const isInSight = (page: Page) =>
  page.locator('#places-pages').evaluate((pages) => {
    const [view, first] = [pages, pages.querySelector('.pdf-spot')!].map((one) => one.getBoundingClientRect())
    return first!.top >= view!.top && first!.bottom <= view!.bottom
  })

test.runIf(LONG)(
  'a document drafted here: its signature blocks are the first places, to which moved places can be reset',
  async () => {
    const client = await logIn(fixture.server.base)
    const draft = await draftNda(client)
    await finalise(client, draft)
    await expect.poll(async () => (await client.get(`/mgmt/${draft.id}/final.pdf`)).status).toBe(200)
    const page = await pageOf(client)
    const pageErrors = collectPageErrors(page)
    await page.goto(`/mgmt/${draft.id}/sign-setting?locale=en_US`)
    await page.locator('.pdf-spot').first().waitFor()
    const blocks = page.getByRole('button', { name: /\(signature block\)/ })
    expect(await blocks.count()).toBe(2)
    await shoot(page, 'draft-en-1280')
    const firstBox = page.locator('.pdf-spot').first()
    await firstBox.press('PageUp')
    await expect.poll(() => blocks.count()).toBe(1)
    await page.getByText('Saved', { exact: true }).waitFor()
    const firstPlace = async () => (await signatoriesOf(client, draft.id))[0]!.spots?.[0]
    await expect.poll(async () => typeof (await firstPlace())).toBe('object')
    await page.getByRole('button', { name: 'Back to the signature block' }).press('Enter')
    await expect.poll(() => blocks.count()).toBe(2)
    expect(await page.getByRole('button', { name: 'Back to the signature block' }).count()).toBe(0)
    await expect.poll(firstPlace).toBe('block')
    await page.locator('.pdf-spot').first().press('PageUp')
    await expect.poll(async () => typeof (await firstPlace())).toBe('object')
    for (const width of [390, 1280])
      for (const locale of ['en_US', 'zh_CN', 'zh_TW']) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`/mgmt/${draft.id}/sign-setting?locale=${locale}`)
        await page.locator('.pdf-spot').first().waitFor()
        await expect.poll(() => isInSight(page)).toBe(true)
        await shoot(page, `draft-${locale}-${width}`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        if (!process.env.SHOTS) break
      }
    expect(pageErrors).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await startOffline(page)
    await page.context().close()
  },
)

/** Starts the signing on a phone whose network is off at first. */
async function startOffline(page: Page) {
  await page.getByRole('button', { name: 'Start signing' }).click()
  const dialog = page.locator('dialog[open]')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('You are offline').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/signing*')
  const againButton = page.getByRole('button', { name: /link again/ })
  expect((await againButton.boundingBox())!.height, 'two lines of words at most').toBeLessThan(50)
}

/** Imports and sends a PDF; returns the email address of its first signatory. */
async function sendDocument(client: Client, emailPrefix: string, bytes: Uint8Array<ArrayBuffer>) {
  const id = await importPdf(client, `Contract ${emailPrefix}`, bytes)
  const people = signatories(emailPrefix)
  await client.put(`/mgmt/${id}/signatories`, { signatories: people })
  expect((await client.post(`/mgmt/${id}/signing`)).status).toBe(303)
  return people[0]!.email
}

const enter = (page: Page, email: string) => enterAsSignatory(page, fixture.server.base, email)

const shownPages = (page: Page) =>
  page
    .locator('.pdf-sheet img')
    .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length)

test.runIf(LONG)(
  'a signatory reads the pages without script and in an older browser, and signs after they were shown',
  async () => {
    const client = await logIn(fixture.server.base)
    const plainPage = await pageOf(client, { width: 390, javaScriptEnabled: false })
    const firstEmail = await sendDocument(client, 'plain', pdfWith({ pages: 2 }))
    await enter(plainPage, firstEmail)
    await expect.poll(() => plainPage.locator('.pdf-sheet img').count()).toBe(2)
    await plainPage.locator('.pdf-sheet img').first().screenshot()
    expect(await plainPage.locator('input[name="read"]').getAttribute('required')).not.toBeNull()
    await shoot(plainPage, 'signer-noscript-390')
    await plainPage.getByLabel('I have read the document').check()
    await plainPage.getByRole('button', { name: 'Sign', exact: true }).click()
    await plainPage.waitForURL(/\/signed(#|$)/)
    await plainPage.context().close()

    const page = await pageOf(client, { width: 390 })
    const pageErrors = collectPageErrors(page)
    await page.addInitScript(() => {
      Reflect.deleteProperty(Promise, 'withResolvers')
      Reflect.deleteProperty(URL, 'parse')
    })
    await enter(page, await sendDocument(client, 'old', pdfWith({ pages: 3 })))
    await expect.poll(() => shownPages(page)).toBeGreaterThan(0)
    await page.locator('[data-shown]').waitFor()
    const sign = page.getByRole('button', { name: 'Sign', exact: true })
    await sign.click()
    expect(page.url()).toMatch(/\/signing\/[0-9a-f-]+$/)
    expect(await page.locator('[data-seen]').textContent()).toMatch(/of 3 pages/)
    await shoot(page, 'signer-en-390')
    await page.getByLabel('Search the document').fill('lease')
    await page.keyboard.press('Enter')
    await page.getByText('1 of 3').waitFor()
    for (let n = 0; n < 2; n++) {
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.waitForTimeout(300)
    }
    await page.getByText('All pages have been shown (3 pages).').waitFor()
    if (process.env.SHOTS) {
      for (const width of [390, 1280])
        for (const locale of ['en_US', 'zh_CN', 'zh_TW']) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(`${new URL(page.url()).pathname}?locale=${locale}`)
          await page.locator('[data-shown]').waitFor()
          await page.waitForTimeout(1200)
          await shoot(page, `signer-${locale}-${width}`)
        }
    } else {
      await sign.click()
      await page.waitForURL(/\/signed(#|$)/)
    }
    expect(pageErrors).toEqual([])
    await page.context().close()
  },
)

/** 400 kbit/s (50,000 bytes a second), with a latency of 400 ms. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

test.runIf(LONG)(
  'on a slow cheap phone the first page of a contract is there within three seconds',
  async () => {
    const client = await logIn(fixture.server.base)
    const draft = await draftNda(client)
    await finalise(client, draft)
    await expect.poll(async () => (await client.get(`/mgmt/${draft.id}/final.pdf`)).status).toBe(200)
    const bytes = new Uint8Array(await (await client.get(`/mgmt/${draft.id}/final.pdf`)).arrayBuffer())
    const page = await pageOf(client, { width: 360 })
    await enter(page, await sendDocument(client, 'slow', bytes))
    const ownUrl = page.url()
    // The server renders the page while the code is being mailed; real users type more slowly.
    await expect.poll(() => shownPages(page), { timeout: 20_000 }).toBeGreaterThan(0)
    const cookies = await page.context().cookies()
    await page.context().close()

    const context = await fixture.browser.newContext({
      baseURL: fixture.server.base,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    })
    await context.addCookies(cookies)
    const phone = await context.newPage()
    // Loads script and style into the cache, as the page that asks for the code does.
    await phone.goto('/verify')
    const devtools = await context.newCDPSession(phone)
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await phone.goto(ownUrl, { waitUntil: 'commit' })
    const firstPage = phone.locator('.pdf-sheet img').first()
    await firstPage.evaluate((img: HTMLImageElement) => img.decode())
    // Measures when the last byte arrived, because the speed of painting depends on the machine's load.
    const took = await phone.evaluate(() => {
      const pictures = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/pages/'))
      return (pictures[0] as PerformanceResourceTiming).responseEnd
    })
    process.stdout.write(`first page on a slow phone: ${Math.round(took)} ms\n`)
    expect(took).toBeLessThan(patiently(3000))
    await context.close()
  },
)
