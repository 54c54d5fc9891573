import type { Browser, Page } from 'playwright'
import { launchBrowser } from '../support/launch-browser.ts'
import { note } from '../support/measured.ts'
import { newDataDir, removeDataDir, startServer } from '../support/server.ts'

const LOCALES = ['zh_CN', 'zh_TW', 'en_US']
const PAGES = ['/product', '/pricing', '/acct/login']
const ROUNDS = 3
/** Bytes of HTML, CSS and JavaScript on the wire (quality P-06). */
const MAX_BYTES = 60 * 1024

interface PageFigures {
  bytes: number
  /** Largest contentful paint, in milliseconds. */
  paint: number
  /** Sum of all layout shifts. */
  shift: number
  blocking: number
}

// A mid-range phone on a slow 4G line.
const LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER = 4

/** Observes the page from its start; the figures are read when it has settled. */
function watch() {
  const observed = { paint: 0, shift: 0 }
  Object.assign(window, { seen: observed })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      observed.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function measurePage(browser: Browser, address: string): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const travelled = countBytes(devtools)
  await page.addInitScript(watch)
  await page.goto(address, { waitUntil: 'networkidle' })
  // The cookie banner appears after half a second, and the shifts that it causes count too.
  await page.waitForTimeout(1200)
  const seen = await page.evaluate(() => (window as never as { seen: { paint: number; shift: number } }).seen)
  const figures = { ...seen, bytes: travelled(), blocking: await blockingOf(page) }
  await context.close()
  return figures
}

type Devtools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

function countBytes(devtools: Devtools): () => number {
  const countedUrls = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (['Document', 'Stylesheet', 'Script'].includes(type)) countedUrls.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (countedUrls.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

/** The resources that blocked the first paint. */
const blockingOf = (page: Page) =>
  page.evaluate(
    () =>
      (
        performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
          renderBlockingStatus: string
        })[]
      ).filter((entry) => entry.renderBlockingStatus === 'blocking').length,
  )

const median = (numbers: number[]) =>
  numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!
const worst = (looks: PageFigures[], key: keyof PageFigures) => Math.max(...looks.map((look) => look[key]))

async function benchSite() {
  const dataDir = await newDataDir()
  const server = await startServer({ DATA_DIR: dataDir })
  const browser = await launchBrowser()
  try {
    for (const path of PAGES)
      for (const locale of LOCALES) {
        const pageFigures: PageFigures[] = []
        for (let round = 0; round < ROUNDS; round++)
          pageFigures.push(await measurePage(browser, `${server.base}${path}?locale=${locale}`))
        report(`${path} ${locale}`, pageFigures)
      }
  } finally {
    await browser.close()
    await server.stop()
    await removeDataDir(dataDir)
  }
}

function report(name: string, looks: PageFigures[]) {
  const bytes = worst(looks, 'bytes')
  const shift = worst(looks, 'shift')
  const blocking = worst(looks, 'blocking')
  const paint = Math.round(median(looks.map((look) => look.paint)))
  const summary = `${(bytes / 1024).toFixed(1)} KB of HTML, CSS and JavaScript; largest paint ${paint} ms on a slow phone; layout shift ${shift.toFixed(3)}; ${blocking} blocking`
  note(
    `public page ${name}`,
    summary,
    { value: bytes / 1024, unit: 'KB', atMost: MAX_BYTES / 1024 },
    { of: 'layout shift', value: shift, atMost: 0 },
    { of: 'blocking', value: blocking, atMost: 1 },
  )
  console.log(name, summary)
}

await benchSite()
process.exit()
