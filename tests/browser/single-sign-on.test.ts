import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '#tests/stubs/identity-provider.ts'
import { closePages, collectPageErrors, openBrowser } from '#tests/support/browser.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { type RunningServer, removeDataDir, startServer } from '#tests/support/server.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

let dataDir: string
let server: RunningServer
let browser: Browser
let db: Db
let provider: IdentityProvider

beforeAll(async () => {
  dataDir = await playedDataDir()
  server = await startServer({ DATA_DIR: dataDir, REQUESTS_TO_THIS_MACHINE: '1' })
  db = connect(await privatePostgresUrl(dataDir), 2)
  browser = await openBrowser()
  const { team_id } = await db
    .selectFrom('accounts.account')
    .select('team_id')
    .where('username', '=', 'demo_admin')
    .executeTakeFirstOrThrow()
  provider = await startIdentityProvider([`${server.base}/acct/sso/${team_id}/return`])
  const person = { email: 'mei.wang@lotus.example', email_verified: true, name: '王梅 Mei Wang' }
  provider.people.set('mei', { sub: 'mei', ...person })
})

afterAll(async () => {
  await closePages(browser)
  await provider?.close()
  await db?.destroy()
  await server?.stop()
  await removeDataDir(dataDir)
})

async function newPage(javaScriptEnabled = true): Promise<Page> {
  const viewport = { width: javaScriptEnabled ? 1280 : 390, height: 900 }
  const context = await browser.newContext({
    baseURL: server.base,
    locale: 'en-US',
    javaScriptEnabled,
    viewport,
  })
  return context.newPage()
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }).axe.run(),
  )
  return violations.map(({ id }) => id)
}

/** Logs in on the page of the provider. */
async function identify(page: Page, person: string) {
  await page.waitForURL(/\/interaction\//)
  await page.fill('[name=login]', person)
  await page.press('[name=login]', 'Enter')
}

// The tests depend on each other, in order.
describe('single sign-on in the browser', { shuffle: false }, () => {
  test('an administrator sets it up, proves a domain, tests it and switches it on', async () => {
    const page = await newPage()
    const pageErrors = collectPageErrors(page)
    await page.goto('/acct/login')
    await page.fill('#login', 'demo_admin')
    await page.fill('#password', 'Qishu2026')
    await page.check('#agreement')
    await page.locator('#login-form button[type=submit]').first().click()
    await page.waitForURL('**/mgmt/home')
    await page.goto('/mgmt/acct-info/single-sign-on')
    await page.getByRole('link', { name: 'Set up single sign-on' }).click()
    await page.fill('#issuer', provider.issuer)
    await page.fill('#clientId', CLIENT.clientId)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#secret-note[role=alert]').waitFor()
    expect(await page.inputValue('#issuer')).toBe(`${provider.issuer}`)
    expect(await faultsOf(page)).toEqual([])
    await page.fill('#secret', CLIENT.secret)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('the settings are saved').waitFor()
    await page.fill('#domain', 'lotus.example')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('_qishu-sso.lotus.example').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText(/no such record|do not answer/).waitFor()
    // Stands in for the DNS record, which this test cannot publish.
    await db.updateTable('sso.domain').set({ proved_at: now() }).execute()
    await page.goto('/mgmt/acct-info/single-sign-on')
    await page.getByRole('button', { name: 'Test' }).click()
    await identify(page, 'mei')
    await page.getByText('would become a new member').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('Single sign-on is on.').waitFor()
    expect(pageErrors).toEqual([])
  })

  test('a colleague finds the provider by the work email and becomes a member, without script', async () => {
    const page = await newPage(false)
    await page.goto('/acct/login')
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await page.fill('#email', 'mei.wang@lotus.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('You log in at 127.0.0.1').waitFor()
    await page.check('[name=agreement]')
    await page.getByRole('button', { name: 'Continue to the login' }).click()
    await identify(page, 'mei')
    await page.waitForURL('**/mgmt/home')
    await page.goto('/mgmt/acct-info')
    await page.getByText('mei.wang@lotus.example').waitFor()
  })

  test('a person who declines at the provider can begin again or log in another way', async () => {
    const page = await newPage()
    const pageErrors = collectPageErrors(page)
    await page.goto('/acct/sso')
    expect(await faultsOf(page)).toEqual([])
    await page.fill('#email', 'mei.wang@lotus.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.check('[name=agreement]')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue to the login' }).click()
    await identify(page, '')
    await page.getByText('cancelled at the identity provider').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Log in another way' }).click()
    await page.locator('#password').waitFor()
    expect(pageErrors).toEqual([])
  })
})
