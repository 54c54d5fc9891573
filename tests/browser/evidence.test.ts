import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { collectPageErrors, servedBrowser } from '#tests/support/browser.ts'
import { newRemoteClient } from '#tests/support/client.ts'
import { logIn } from '#tests/support/journey.ts'
import { PHONE } from '#tests/support/walk.ts'
import { verdictIn, verifyFile } from '../modules/signing/verification/verify-kit.ts'

/** The compile cache of the tests would add files to the folder. */
const PLAIN_VARIABLES = { ...process.env, NODE_COMPILE_CACHE: undefined }

const fixture = servedBrowser()

let folder: string
let zip: string

/** Opens the bundle's verifier from the disk in a browser without network. */
async function opened(locale: string, viewport = { width: 1280, height: 900 }) {
  const context = await fixture.browser.newContext({ locale, viewport })
  await context.setOffline(true)
  const page = await context.newPage()
  const pageErrors = collectPageErrors(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(join(folder, 'verify.html')).href)
  return { page, pageErrors, requests }
}

const verdictOf = (page: Page) => page.locator('[data-verdict]').getAttribute('data-verdict')

beforeAll(async () => {
  const client = await logIn(fixture.server.base)
  const list = await (await client.get('/mgmt/my-docs?status=completed')).text()
  const [, path] = /href="(\/mgmt\/[^"/]+\/evidence\.zip)"/.exec(list)!
  const answer = await client.get(path!)
  expect(answer.status).toBe(200)
  folder = mkdtempSync(join(tmpdir(), 'qishu-evidence-'))
  zip = join(folder, '..', `${folder.split('/').at(-1)}.zip`)
  writeFileSync(zip, Buffer.from(await answer.arrayBuffer()))
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder])
})

test('from disk and without network, the page gives the verdict of the script and of /verify', async () => {
  const { page, pageErrors, requests } = await opened('en-US')
  await page.locator('#zip').setInputFiles(zip)
  await page.getByRole('heading', { name: 'The bundle is valid' }).waitFor()
  const answer = spawnSync(process.execPath, ['verify.mjs', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    env: PLAIN_VARIABLES,
  })
  const report = JSON.parse(answer.stdout)
  expect([answer.status, await verdictOf(page), report.verdict]).toEqual([0, 'sound', 'sound'])
  const outcomes = await page.locator('h3', { hasText: 'Unchanged since signing' }).count()
  expect([
    outcomes,
    report.documents.map((one: never) => (one as { finding: { outcome: string } }).finding.outcome),
  ]).toEqual([2, ['sealed', 'sealed']])
  const text = await page.locator('main').textContent()
  for (const { fingerprint } of report.authorities)
    expect(text).toContain(fingerprint.toUpperCase().match(/../g).join(':'))
  for (const name of ['signed.pdf', 'certificate-of-completion.pdf']) {
    const bytes = execFileSync('cat', [join(folder, name)], { maxBuffer: 1e8 })
    const answer = await verifyFile(newRemoteClient(fixture.server.base), new Uint8Array(bytes))
    expect(verdictIn(await answer.text())).toBe('Unchanged since signing')
  }
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(pageErrors).toEqual([])
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
  await page.context().close()
})

test('the extracted folder can be chosen, on a phone and in Chinese, and a changed byte is found', async () => {
  const { page } = await opened('zh-TW', PHONE)
  await page.locator('#folder').setInputFiles(folder)
  await page.getByRole('heading', { name: '證據包完好，簽署有效' }).waitFor()
  await page.locator('select').selectOption('zh_CN')
  await page.getByRole('heading', { name: '证据包完好，签署有效' }).waitFor()
  const overflowWidth = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflowWidth).toBeLessThanOrEqual(0)
  const bytes = execFileSync('cat', [join(folder, 'signed.pdf')], { maxBuffer: 1e8 })
  bytes[Math.floor(bytes.length / 3)]! ^= 1
  writeFileSync(join(folder, 'signed.pdf'), bytes)
  await page.locator('#folder').setInputFiles(folder)
  await page.getByRole('heading', { name: '证据包存在问题' }).waitFor()
  await page.getByText('signed.pdf 已被改动。').waitFor()
  const answer = spawnSync(process.execPath, ['verify.mjs', '--lang=en'], {
    cwd: folder,
    encoding: 'utf8',
    env: PLAIN_VARIABLES,
  })
  expect(answer.status).toBe(1)
  expect(answer.stdout).toContain('signed.pdf was changed.')
  await page.locator('#zip').setInputFiles(join(folder, 'README.txt'))
  await page.getByText('这不是证据包').waitFor()
  await page.context().close()
})
