import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { authoriseAsIndividual } from '#tests/support/authorise.ts'
import { closePages, collectPageErrors, openBrowser } from '#tests/support/browser.ts'
import { waitForMessage } from '#tests/support/outbox.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { registerMei } from '#tests/support/register-mei.ts'
import { type RunningServer, removeDataDir, startServer } from '#tests/support/server.ts'

/** The whole job of one person in a real browser, without access to the database. */
let server: RunningServer
let dataDir: string
let browser: Browser
let context: BrowserContext
let page: Page
let pageErrors: string[]

const CUSTOM = {
  zh: '双方另行约定：样机由甲方保管。',
  en: 'The Parties further agree that Party A shall keep the prototype.',
}

beforeAll(async () => {
  dataDir = await playedDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  browser = await openBrowser()
  context = await browser.newContext({
    baseURL: server.base,
    locale: 'en-GB',
    viewport: { width: 1400, height: 1000 },
  })
  page = await context.newPage()
  pageErrors = collectPageErrors(page)
})
afterAll(async () => {
  await closePages(browser)
  await server?.stop()
  await removeDataDir(dataDir)
})

const waitUntilSaved = () =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved / })
    .first()
    .waitFor()

/** Actions without a button of their own are in a menu. */
const openMenu = () => page.locator('main details[data-dropdown] > summary').first().click()

async function download(link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).first().click(),
  ])
  const path = join(dataDir, file.suggestedFilename().replace(/\W+/g, '-') + link.replace(/\W/g, ''))
  writeFileSync(path, readFileSync(await file.path()))
  return path
}

// The tests depend on each other, in order.
describe('the main job, step by step', { shuffle: false }, () => {
  test('registers with a code from the outbox', async () => {
    await page.goto('/acct/register?locale=en_US')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Please read and agree to the terms and conditions').waitFor()
    await registerMei(page, server.base)
    await page.getByRole('heading', { name: 'Welcome, Mei Lin' }).waitFor()
  })

  test('creates a bilingual draft from a template', async () => {
    await page.getByRole('link', { name: 'Create New' }).click()
    await page.getByRole('link', { name: /Mutual Non-Disclosure Agreement/ }).click()
    await page.getByRole('radio', { name: '简体中文' }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/edit-doc')
    await page.getByText('required left').waitFor()
  })

  test('fills the required fields, and the checklist becomes empty', async () => {
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    await page.getByText('Enter at least one contact').first().waitFor()
    expect(await page.locator('[aria-invalid=true]').count(), 'red before anything was written').toBe(0)
    for (const [party, name, nameEn, email, number] of [
      ['Party A', '玉石仪器有限公司', 'Jade Instruments Ltd', 'mei@jade.example', '91310115MA1K4LTX2A'],
      [
        'Party B',
        '凯瑞机器人有限公司',
        'Kestrel Robotics Ltd',
        'oliver@kestrel.example',
        '91320594ma1k7qhw2g',
      ],
    ] as const) {
      const group = page.getByRole('group', { name: new RegExp(party) })
      await group.getByLabel('Organisation name').fill(name)
      await group.getByLabel('English name').fill(nameEn)
      await group.getByLabel('Email').fill(email)
      await group.getByLabel('Unified Social Credit Code').fill(number)
      await group.getByLabel('Domicile').fill('88 Nanjing Road, Shanghai')
      await group.getByLabel('Signatory').fill(party === 'Party A' ? '林美' : 'Oliver Grant')
    }
    await page.getByLabel('Signatory in English').fill('Lin Mei')
    const form = page.getByRole('form', { name: 'Fill' })
    await form.locator('textarea').fill('精密仪器的联合开发')
    await page.getByText('1 required left').waitFor()
    await page.getByRole('button', { name: 'next' }).click()
    const lastField = form.locator('textarea').last()
    await expect.poll(() => lastField.evaluate((box) => box === document.activeElement)).toBe(true)
    await form
      .getByRole('textbox', { name: /English$/ })
      .last()
      .fill('the joint development of precision instruments')
    await page.getByText('Complete. Ready to finalise.').waitFor()
    await waitUntilSaved()
  })

  test('drops a clause and writes custom text in both languages', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const drop = page.getByRole('button', { name: /^Drop clause / })
    const label = (await drop.nth(4).getAttribute('aria-label'))!
    await drop.nth(4).click()
    await page.getByText('Dropped').first().waitFor()
    expect(label).toMatch(/^Drop clause \d+\.\d+/)
    await page
      .getByRole('button', { name: /^Custom text for clause / })
      .last()
      .click()
    const zh = page.getByRole('textbox', { name: /^Text of .*, Chinese$/ })
    const en = page.getByRole('textbox', { name: /^Text of .*, English$/ })
    await zh.fill(CUSTOM.zh)
    await page.getByText('English not yet confirmed').first().waitFor()
    await en.fill(CUSTOM.en)
    await page.getByRole('button', { name: 'Done' }).first().click()
    await page.getByText('Complete. Ready to finalise.').waitFor()
    await waitUntilSaved()
  })

  test('a reload shows everything as typed', async () => {
    await page.reload()
    await page.getByText(CUSTOM.zh).first().waitFor()
    await page.getByText(CUSTOM.en).first().waitFor()
  })

  test('finalises after the confirmation', async () => {
    await page.getByRole('button', { name: 'Finalise' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Finalise this document?' })
    await dialog.getByText('This is irreversible').waitFor()
    await dialog.getByRole('button', { name: 'Finalise' }).click()
    await page.waitForURL('**/view-doc')
    await page.getByRole('main').getByText('Finalised', { exact: true }).first().waitFor()
  })

  test('downloads the final PDF and Word', async () => {
    await expect
      .poll(async () => (await context.request.get(page.url().replace('view-doc', 'final.docx'))).status())
      .toBe(200)
    const pdf = await download('Download final PDF')
    const text = (await runTool('pdftotext', ['-raw', pdf, '-'])).replace(/\s+/g, '')
    for (const words of [CUSTOM.zh, CUSTOM.en, '精密仪器的联合开发', 'Kestrel Robotics Ltd'])
      expect(text).toContain(words.replace(/\s+/g, ''))
    await openMenu()
    const word = readFileSync(await download('Download final Word'))
    expect(word.subarray(0, 2).toString()).toBe('PK')
  })

  test('completes who the company is, as signing requires', async () => {
    const document = page.url()
    await page.goto('/mgmt/acct-info/company')
    await page.getByLabel('Company address').fill('88 Nanjing Road, Shanghai')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The company information is saved.').waitFor()
    await page.goto(document)
  })

  test('sends it out to two signatories', async () => {
    await page.getByRole('link', { name: 'Initiate e-signing' }).click()
    const firstRow = page.getByRole('row', { name: /Party A/ })
    const email = firstRow.getByRole('combobox', { name: 'Email', exact: true })
    // Before the script has loaded, typed text is lost.
    const expectRefusal = async () => {
      await email.fill('')
      await email.fill('not an address')
      await page.getByRole('button', { name: 'Start signing' }).click()
      return firstRow.getByText('Format is incorrect').isVisible()
    }
    await expect.poll(expectRefusal).toBe(true)
    expect(await page.getByText('This cannot be cancelled once started.').isVisible()).toBe(false)
    await email.fill('mei@jade.example')
    await page.getByRole('button', { name: 'Start signing' }).click()
    await page.getByText('This cannot be cancelled once started.').waitFor()
    await authoriseAsIndividual(page)
    await page.locator('#starting').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Start signing' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/signing')
    await page.getByText('Asked to sign').waitFor()
  })

  async function openAsSignatory(email: string): Promise<Page> {
    const phone = await browser.newContext({
      baseURL: server.base,
      locale: 'en-GB',
      viewport: { width: 390, height: 800 },
    })
    const signer = await phone.newPage()
    const complained = collectPageErrors(signer)
    const { links } = await waitForMessage(server.base, email, (message) =>
      message.links.some((link) => link.includes('/sign/')),
    )
    await signer.goto(links[0]!)
    await signer.getByRole('button', { name: /Send a code/ }).click()
    const { code } = await waitForMessage(
      server.base,
      email,
      (m) => Boolean(m.code) && m.subject.includes('signing'),
    )
    await signer.locator('#code').fill(code!)
    await signer.getByRole('button', { name: 'Open the document' }).click()
    await signer.getByText('The Parties further agree').first().waitFor()
    expect(complained).toEqual([])
    return signer
  }

  test('the first signatory draws, the second types, each starting from the mail', async () => {
    const firstSignatory = await openAsSignatory('mei@jade.example')
    await firstSignatory.getByRole('radio', { name: 'Draw' }).check()
    await firstSignatory.getByRole('button', { name: 'Sign', exact: true }).click()
    await firstSignatory.getByText('Draw, type or upload your signature first').waitFor()
    expect(await firstSignatory.getByRole('radio', { name: 'Draw' }).isChecked()).toBe(true)
    await firstSignatory.locator('[data-signature-pad]').scrollIntoViewIfNeeded()
    const pad = (await firstSignatory.locator('[data-signature-pad]').boundingBox())!
    await firstSignatory.mouse.move(pad.x + 40, pad.y + pad.height / 2)
    await firstSignatory.mouse.down()
    for (let step = 1; step <= 20; step++)
      await firstSignatory.mouse.move(pad.x + 40 + step * 12, pad.y + pad.height / 2 + Math.sin(step) * 18)
    await firstSignatory.mouse.up()
    await firstSignatory.getByText('Draw, type or upload your signature first').waitFor({ state: 'hidden' })
    await firstSignatory.getByRole('button', { name: 'Sign', exact: true }).click()
    await firstSignatory.getByText('You have signed').waitFor()
    const secondSignatory = await openAsSignatory('oliver@kestrel.example')
    await secondSignatory.getByRole('button', { name: 'Sign', exact: true }).click()
    await secondSignatory
      .getByText(/You have signed|Everybody has signed/)
      .first()
      .waitFor()
  })

  test('filters the list while typing, and keeps the filter in the URL', async () => {
    await page.goto('/mgmt/my-docs')
    await page.locator('#keyword').pressSequentially('no such name')
    await page.getByText('Nothing found for “no such name”').waitFor()
    await page.waitForURL(/keyword=no\+such\+name/)
    await page.reload()
    expect(await page.locator('#keyword').inputValue()).toBe('no such name')
  })

  test('everybody gets the signed PDF, and it verifies', async () => {
    const completionMail = await waitForMessage(server.base, 'oliver@kestrel.example', (m) =>
      m.subject.startsWith('Signed by everyone'),
    )
    expect(completionMail.links[0]).toContain('/sign/')
    await page.goto('/mgmt/my-docs')
    await page.locator('#document-list').getByText('Completed').filter({ visible: true }).first().waitFor()
    const signedPdf = await download('Signature PDF')
    const report = await runTool('pdfsig', [signedPdf])
    expect(report.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(3)
    expect(report.match(/Total document signed/g)).toHaveLength(1)
    expect(await runTool('qpdf', ['--check', signedPdf])).toContain(
      'No syntax or stream encoding errors found',
    )
    const text = (await runTool('pdftotext', ['-raw', signedPdf, '-'])).replace(/\s+/g, '')
    for (const words of Object.values(CUSTOM)) expect(text).toContain(words.replace(/\s+/g, ''))
    const root = new Uint8Array(await (await fetch(`${server.base}/authority.crt`)).arrayBuffer())
    const reports = await verifyPades(new Uint8Array(readFileSync(signedPdf)), [root])
    expect(reports.map((one) => [one.problems, one.ofAuthority, one.timestampedAt !== null])).toEqual([
      [[], true, true],
      [[], true, true],
      [[], true, true],
      // The document time-stamp of the demo's time-stamp authority.
      [[], false, true],
    ])
  })

  test('the action log is complete and its hash chain is intact', async () => {
    await page
      .getByRole('link', { name: /Mutual|保密协议/ })
      .first()
      .click()
    await page.waitForURL('**/view-doc*')
    await openMenu()
    await page.getByRole('link', { name: 'Action log' }).click()
    await page.getByText('The log is complete').waitFor()
    const actions = await page.locator('tbody tr td:nth-child(5)').allInnerTexts()
    const shownActions = actions.map((words) => words.split('\n')[0])
    // The size of the window decides whether the end was visible before the signature.
    expect(shownActions.filter((words) => words !== 'Read to the end')).toEqual([
      'Created',
      'Edited',
      'Finalised',
      'Initiated e-signing',
      'Invited 林美 to sign',
      'Opened the link',
      'Requested a code',
      'Opened for signing',
      'Signed',
      'Added the signature of 林美 to the file',
      'Invited Oliver Grant to sign',
      'Opened the link',
      'Requested a code',
      'Opened for signing',
      'Signed',
      'Added the signature of Oliver Grant to the file',
      'Signing completed',
    ])
    expect(pageErrors).toEqual([])
  })
})
