import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { createDocument } from '#modules/documents/index.ts'
import { connect } from '#src/app/database.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { median } from './load.ts'
import { CLAUSE_COUNT, longContract, template } from './long-contract.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 9)
const GOAL = 1.2
const SECRET = 'a'.repeat(43)
// A mid-range phone on a slow 4G line.
const LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER = 4

let dataDir: string
let server: RunningServer
let db: Db
let browser: Browser
let reviewerId: string
let plainServer: Server

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  db = connect(await privatePostgresUrl(dataDir), 2)
  reviewerId = await sendForReview()
  browser = await launchBrowser()
}, 600_000)

afterAll(async () => {
  plainServer?.close()
  await browser.close()
  await db.destroy()
  await server.stop()
  await removeDataDir(dataDir)
})

/** Creates a contract of 200 clauses whose external reviewer has logged in. */
async function sendForReview(): Promise<string> {
  const { id: accountId } = await db
    .selectFrom('accounts.account')
    .select('id')
    .where('username', '=', 'demo_admin')
    .executeTakeFirstOrThrow()
  const viewer = (await findViewer(db, accountId))!
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  const documentId = await createDocument(db, viewer, template, { version: template.version, languages })
  const reviewer = newId()
  const round = newId()
  const { name, teamId, teamName } = viewer
  await db
    .insertInto('review.reviewer')
    .values({
      id: reviewer,
      document_id: documentId,
      team_id: teamId,
      kind: 'external',
      account_id: null,
      name: 'Oliver',
      email: 'oliver@example.com',
      mobile: '',
      department: '',
      locale: 'en_US',
      reviews: true,
      signs: false,
      keeps: false,
      created_at: now(),
    })
    .execute()
  await db
    .insertInto('review.round')
    .values({
      id: round,
      document_id: documentId,
      team_id: teamId,
      number: 1,
      note: '',
      state: 'running',
      starter_id: viewer.id,
      starter_name: name,
      starter_team: teamName,
      document_number: 'QS-1',
      document_name: 'Sales contract',
      answers: JSON.stringify(longContract()),
      started_at: now(),
      due_at: fromNow(DAY),
    })
    .execute()
  await db
    .insertInto('review.turn')
    .values({ id: newId(), round_id: round, reviewer_id: reviewer, state: 'asked' })
    .execute()
  await db
    .insertInto('review.link')
    .values({
      reviewer_id: reviewer,
      token_hash: 'none',
      access_hash: 'none',
      entrance_hash: hashOf(SECRET),
      entrance_expires_at: fromNow(DAY),
    })
    .execute()
  return reviewer
}

/** Milliseconds until a phone shows the first text of a page after the login page of the review. */
async function firstPaint(address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  await context.addCookies([{ name: `review-${reviewerId}`, value: SECRET, url: server.base }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(`${server.base}/review/login`, { waitUntil: 'load' })
  await page.goto(address, { waitUntil: 'load', timeout: 120_000 })
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  await context.close()
  return paint!
}

/** The same text without style and script, as a static file. */
async function plainPaper(paper: string): Promise<string> {
  const context = await browser.newContext()
  await context.addCookies([{ name: `review-${reviewerId}`, value: SECRET, url: server.base }])
  const page = await context.newPage()
  await page.goto(paper)
  const texts = await page.$$eval('main section', (sections) =>
    sections.map((one) => (one as HTMLElement).textContent),
  )
  await context.close()
  expect(texts.length).toBeGreaterThan(CLAUSE_COUNT)
  const body = texts
    .map((text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('\n')
  const html = `<!doctype html><html lang="zh"><meta charset="utf-8"><title>Plain</title>${body}</html>`
  plainServer = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(html)
  })
  await new Promise<void>((done) => plainServer.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(plainServer.address() as AddressInfo).port}/`
}

test('the first paint of 200 clauses under review, on a phone, compared with their plain HTML', async () => {
  const paper = `${server.base}/review/${reviewerId}/review-doc`
  const plainHtml = await plainPaper(paper)
  const [ours, beside]: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ours!.push(await firstPaint(paper))
    beside!.push(await firstPaint(plainHtml))
  }
  const ratio = median(ours!) / median(beside!)
  const summary = `${ratio.toFixed(2)} times that of plain HTML: ${median(ours!).toFixed(0)} ms`
  console.log(summary)
  expect(ours).toHaveLength(ROUNDS)
  note(`first paint of ${CLAUSE_COUNT} clauses to be reviewed`, summary, {
    value: ratio,
    unit: 'times',
    atMost: GOAL,
  })
})
