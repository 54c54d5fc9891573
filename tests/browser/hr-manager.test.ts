import type { BrowserContext, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { shippedNotes } from '#modules/templates/library/shipped.ts'
import { findTemplate } from '#modules/templates/library.ts'
import { readTable } from '#src/files/spreadsheet/read-table.ts'
import { XLSX, xlsxOf } from '#src/files/spreadsheet/write-xlsx.ts'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { waitForMessage } from '#tests/support/outbox.ts'
import { PHONE } from '#tests/support/walk.ts'

/** An HR manager sends labour contracts to twenty employees, three of whom sign on a phone. */
const fixture = servedBrowser()

const EMPLOYEES = 20
const MODEL = 'Labour contract of Lotus Trading'

let context: BrowserContext
let page: Page
let pageErrors: string[]

const emailOf = (n: number) => `employee-${n}@mail.example`
const nameOf = (n: number) => `员工${'甲乙丙丁戊己庚辛壬癸'[n % 10]}${n < 10 ? '一' : '二'}`

/** A resident identity number with its check digit. */
function identityNumber(n: number): string {
  const digits = `31010419900312${String(100 + n)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0)
  return digits + '10X98765432'[sum % 11]
}

/** Creates the employer's contract with all terms and without an employee. */
async function fillModel(base: string) {
  const client = await logIn(base)
  const template = findTemplate('labour-contract')
  const created = await client.post('/mgmt/new-doc', {
    template: template.code,
    version: String(template.version),
    language: 'zh-Hans',
    bilingual: 'yes',
    name: MODEL,
  })
  const id = /\/mgmt\/([^/]+)\//.exec(created.headers.get('location') ?? '')![1]!
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  const sample = sampleAnswers(template, shippedNotes(template.code), languages)
  const parties = sample.parties.map((party) =>
    party.key === 'b'
      ? { ...party, name: '', nameEn: '', idNumber: '', address: '', addressEn: '', phone: '', email: '' }
      : party,
  )
  const saveAnswer = await client.put(`/mgmt/${id}/answers`, { version: 1, answers: { ...sample, parties } })
  expect(saveAnswer.status).toBe(200)
}

beforeAll(async () => {
  await fillModel(fixture.server.base)
  context = await fixture.browser.newContext({
    baseURL: fixture.server.base,
    locale: 'en-GB',
    viewport: { width: 1400, height: 1000 },
  })
  page = await context.newPage()
  pageErrors = collectPageErrors(page)
  await page.goto('/acct/login?locale=en_US')
  await page.locator('input[name="login"]').first().fill('demo_admin')
  await page.locator('input[name="password"]').first().fill('Qishu2026')
  await page.locator('input[name="agreement"]').first().check()
  await page.getByRole('button', { name: 'Log in' }).first().click()
  await page.waitForURL('**/mgmt/home')
})

// The tests depend on each other, in order.
describe('twenty labour contracts', { shuffle: false }, () => {
  test('one filled contract becomes the model of a table', async () => {
    await page.goto('/mgmt/new-doc?template=labour-contract')
    await page.getByRole('link', { name: 'Create for many' }).click()
    const option = page.locator('select[name="draft"] option', { hasText: '·' }).first()
    await page.getByLabel('Model').selectOption((await option.getAttribute('value'))!)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'The table' }).waitFor()
  })

  test('the table is downloaded, filled in and uploaded; one identity number is wrong', async () => {
    const link = page.getByRole('link', { name: 'Download the table (XLSX)' })
    const sheet = await (await context.request.get((await link.getAttribute('href'))!)).body()
    const read = readTable(new Uint8Array(sheet))
    if ('problem' in read) throw new Error(`unreadable: ${read.problem}`)
    const heads = read[0]!.record
    const values = (n: number): Record<string, string> => ({
      'Party B · Name': nameOf(n),
      'Party B · English name': `Employee ${n + 1}`,
      'Party B · ID or passport number': n === 6 ? '310104199003121234' : identityNumber(n),
      'Party B · Address': `上海市徐汇区衡山路${n + 1}号`,
      'Party B · Address in English': `${n + 1} Hengshan Road, Shanghai`,
      'Party B · Email': emailOf(n),
    })
    const rows = Array.from({ length: EMPLOYEES }, (_, n) => heads.map((head) => values(n)[head] ?? ''))
    const buffer = Buffer.from(xlsxOf([heads, ...rows]))
    await page.getByLabel('File').setInputFiles({ name: 'employees.xlsx', mimeType: XLSX, buffer })
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByText('1 row with a fault').waitFor()
    await page.getByText('19 rows ready').waitFor()
  })

  test('the wrong row is corrected on the page', async () => {
    await page.getByRole('link', { name: 'Edit row 8' }).click()
    const field = page.getByLabel('Party B · ID or passport number')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(identityNumber(6))
    await page.getByRole('button', { name: 'Save and check' }).click()
    await page.getByText('20 rows ready').waitFor()
  })

  test('twenty drafts are created while the page shows the progress', async () => {
    await page.getByRole('button', { name: 'Create 20 drafts' }).click()
    await page.getByText('20 drafts created').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Finalise and send' }).waitFor({ timeout: 60_000 })
  })

  test('the employees sign first, then the company, and all are sent', async () => {
    await page.getByRole('link', { name: 'Finalise and send' }).click()
    const [employer, employee] = [page.locator('[name="turn-a"]'), page.locator('[name="turn-b"]')]
    await employer.selectOption('2')
    await employee.selectOption('1')
    await page.getByLabel('Days to sign (1 to 90)').fill('100')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('[name="days"][aria-invalid="true"]').waitFor()
    expect(await employer.inputValue()).toBe('2')
    await page.getByLabel('Days to sign (1 to 90)').fill('14')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: '20 documents are complete' }).waitFor()
    await page.getByRole('button', { name: 'Finalise and send 20 documents' }).click()
    await page.getByText('20 documents sent for signature').waitFor({ timeout: 180_000 })
    expect(pageErrors).toEqual([])
  }, 240_000)

  test('three of them sign on a phone', async () => {
    for (const n of [0, 6, 19]) await signOnPhone(n)
    await page.reload()
    expect(await page.getByText('Sent for signature', { exact: true }).count()).toBe(EMPLOYEES)
  }, 120_000)
})

async function signOnPhone(n: number) {
  const { base } = fixture.server
  const { links } = await waitForMessage(base, emailOf(n), (message) =>
    message.links.some((link) => link.includes('/sign/')),
  )
  const phone = await fixture.browser.newContext({
    baseURL: base,
    viewport: PHONE,
    hasTouch: true,
    locale: 'en-GB',
  })
  const ownPage = await phone.newPage()
  await ownPage.goto(new URL(links.find((link) => link.includes('/sign/'))!).pathname)
  await ownPage.locator('form[action$="/code"] button').click()
  const { code } = await waitForMessage(base, emailOf(n), (message) => Boolean(message.code))
  await ownPage.locator('#code').fill(code!)
  await ownPage.locator('form[action$="/entrance"] button').click()
  await ownPage.locator('[value="typed"]').check()
  await ownPage.locator('input[name="typed"]').fill(nameOf(n))
  await ownPage.locator('[data-signature-form] button[type="submit"]').click()
  await ownPage.getByRole('heading', { level: 1 }).filter({ hasText: 'signed' }).waitFor()
  await phone.close()
}
