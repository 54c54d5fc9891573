import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, createTeam } from '#modules/accounts/account.ts'
import { hashPassword } from '#modules/accounts/password/password.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { connect } from '#src/app/database.ts'
import { DAY } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { closePages, openBrowser } from '#tests/support/browser.ts'
import { logIn } from '#tests/support/journey.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { sampled } from '#tests/support/runs.ts'
import { type RunningServer, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

/** 1 March in Shanghai, a month of 31 days, so that amounts do not depend on the date of the run. */
const BEGIN_TIME = Date.parse(`${new Date().getFullYear() + 1}-03-01T10:00:00+08:00`)

let dataDir: string
let server: RunningServer
let browser: Browser
let db: Db

/** Restarts the server with its clock at BEGIN plus `day` days. */
async function onDay(day: number) {
  await db?.destroy()
  await server?.stop()
  const ahead = BEGIN_TIME + day * DAY - Date.now()
  server = await startServer({
    DATA_DIR: dataDir,
    AHEAD: String(ahead),
    NODE_OPTIONS: '--import ./tests/support/ahead.ts',
  })
  db = connect(await privatePostgresUrl(dataDir), 2)
}

beforeAll(async () => {
  dataDir = await playedDataDir()
  await onDay(0)
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await db?.destroy()
  await server?.stop()
  await stopAllServers()
  await removeDataDir(dataDir)
})

const PEOPLE = sampled(
  [
    { login: 'narrow_screen', width: 390 },
    { login: 'wide_screen', width: 1280 },
  ],
  2,
)
type Registrant = (typeof PEOPLE)[number]

async function openAccounts() {
  const passwordHash = await hashPassword('Qishu2026')
  for (const { login } of PEOPLE) {
    const account = { username: login, name: login, email: `${login}@example.com`, mobile: null }
    const otherFields = { identity: 'individual', department: '', locale: 'en_US', role: 'admin' } as const
    await createAccount(db, await createTeam(db, login), { ...account, ...otherFields, passwordHash })
  }
}

async function pageFor({ login, width }: Registrant): Promise<Page> {
  const client = await logIn(server.base, login)
  const context = await browser.newContext({
    baseURL: server.base,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: server.base }))
  await context.addCookies([...cookies, { name: 'locale', value: 'en_US', url: server.base }])
  return newTab(await context.newPage(), '/mgmt/order-record')
}

/** On a phone every new tab first shows the notice about limited features. */
async function newTab(page: Page, path: string): Promise<Page> {
  await page.goto(path)
  const continueButton = page.getByRole('button', { name: 'Continue with limited features' })
  if (page.viewportSize()!.width < 768) await continueButton.click()
  return page
}

const main = (page: Page) => page.locator('main')
const sees = (page: Page, words: string | RegExp) => main(page).getByText(words).first().waitFor()

async function orderAndPay(page: Page, query: string) {
  await page.goto(`/mgmt/confirm-order?${query}&method=sandbox`)
  const lines = (await main(page).locator('table tr').allTextContents()).map((line) =>
    line.replaceAll(/\s/g, ' '),
  )
  await page.getByRole('checkbox', { name: 'I have read and agree' }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('link', { name: 'Pay with Sandbox (demo)' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor()
  return lines
}

/** Uses all remaining uses except one. */
async function spendAllBut(one: number, { login }: Registrant) {
  const { id, team_id: teamId } = await db
    .selectFrom('accounts.account')
    .select(['id', 'team_id'])
    .where('username', '=', login)
    .executeTakeFirstOrThrow()
  const granted = await db
    .selectFrom('orders.usage_entry')
    .select(({ fn }) => fn.sum<number>('quantity').as('left'))
    .where('team_id', '=', teamId)
    .where('kind', '=', 'document_1')
    .executeTakeFirstOrThrow()
  const spend = { teamId, kind: 'document_1', spentBy: id, key: newId() } as const
  await db.transaction().execute((trx) => spendUsage(trx, { ...spend, quantity: granted.left - one }))
}

const NEW_DOCUMENT = '/mgmt/new-doc?template=mutual-nda'
const create = (page: Page) => page.locator('main form[method=post] button[type=submit]').last().click()

async function createDocument(page: Page): Promise<string> {
  await page.goto(NEW_DOCUMENT)
  await create(page)
  await page.waitForURL(/edit-doc/)
  return page.url().split('/mgmt/')[1]!.split('/')[0]!
}

async function nextDay(who: Registrant): Promise<string> {
  const page = await pageFor(who)
  const lines = await orderAndPay(page, 'package=professional&period=monthly')
  // 30 of 31 days of 999.00, minus 30 of 31 days of 399.00.
  expect(lines).toEqual([
    'Professional: 30 of 31 daysCNY 966.78',
    'Credit for Basic: 30 of 31 days left−CNY 386.13',
    'TotalCNY 580.65',
  ])
  await spendAllBut(1, who)
  const lateTab = await newTab(await page.context().newPage(), NEW_DOCUMENT)
  await createDocument(page)
  await create(lateTab)
  await lateTab.getByText('Not enough uses are left. Please buy more.').waitFor()
  await lateTab.close()
  await page.goto(NEW_DOCUMENT)
  await sees(page, 'Type I documents: you have used everything for this period.')
  await orderAndPay(page, 'package=single_1&period=once')
  const singleDocument = await createDocument(page)
  await page.context().close()
  return singleDocument
}

test('a plan is bought, upgraded the next day and used up; a single document bought afterwards lasts 31 days', async () => {
  await openAccounts()
  for (const who of PEOPLE) {
    const page = await pageFor(who)
    const lines = await orderAndPay(page, 'package=basic&period=monthly')
    expect(lines).toEqual(['Basic, monthlyCNY 399.00', 'TotalCNY 399.00'])
    await page.context().close()
  }
  await onDay(1)
  const singles = new Map<Registrant, string>()
  for (const who of PEOPLE) singles.set(who, await nextDay(who))
  await onDay(33)
  for (const who of PEOPLE) {
    const page = await pageFor(who)
    await page.goto(`/mgmt/${singles.get(who)}/edit-doc`)
    await page.waitForURL(/view-doc/)
    await sees(page, 'The period for editing and finalising this document ended on')
    await page.context().close()
  }
})
