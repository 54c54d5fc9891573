import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '#src/i18n.ts'
import { collectComplaints, launchBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '#tests/support/server.ts'
import { openWorld, ROUTES, type Stop, type World } from '#tests/support/stops.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

let server: RunningServer
let dataDir: string
let browser: Browser
let world: World
let looks = 0

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  browser = await launchBrowser()
  world = await openWorld(server.base)
})
afterAll(async () => {
  process.stdout.write(`axe: ${looks} pages looked at\n`)
  await browser?.close()
  await server?.stop()
  await removeDataDir(dataDir)
})

interface Sight {
  locale: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

async function contextFor({ viewport, colorScheme }: Sight, client?: Client): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.base,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
  })
  const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({ name, value, url: server.base }))
  await context.addCookies(cookies)
  return context
}

const hideNotice = () => sessionStorage.setItem('qishu-narrow', 'seen')

/** What is wrong with one page as it stands: rules broken, a sideways scroll, complaints in the console. */
async function faultsAt(page: Page, stop: Stop, locale: string): Promise<string[]> {
  const complaints = collectComplaints(page)
  const path = stop.path(world)
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
  await stop.prepare?.(page)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const broken = violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map((node) => `${id}: ${node.target} ${node.failureSummary?.split('\n').pop()?.trim()}`),
  )
  return [...broken, ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []), ...complaints]
}

/** Walks one person's pages in one language and one window; the pages' names with what is wrong with each. */
async function walk(sight: Sight, { as, stops }: (typeof ROUTES)[number]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const seen =
    sight.viewport === PHONE ? stops.filter((stop) => stop.phone) : stops.filter((stop) => !stop.notice)
  for (const stop of seen) {
    const context = await contextFor(sight, as === 'visitor' ? undefined : world[as])
    if (!stop.notice) await context.addInitScript(hideNotice)
    const page = await context.newPage()
    const faults = await faultsAt(page, stop, sight.locale)
    if (faults.length) found[stop.name] = faults
    await context.close()
    looks += 1
  }
  return found
}

const SIGHTS: [string, Sight][] = [
  ...LOCALES.map((locale): [string, Sight] => [
    `${locale} at a desk`,
    { locale, viewport: WIDE, colorScheme: 'light' },
  ]),
  ['en_US on a phone', { locale: 'en_US', viewport: PHONE, colorScheme: 'light' }],
  ['zh_TW on a phone at night', { locale: 'zh_TW', viewport: PHONE, colorScheme: 'dark' }],
]

describe.each(SIGHTS)('%s', (_, sight) => {
  test.each(ROUTES)(
    'what a $as sees has no fault that axe finds, fits the window and is quiet',
    async (route) => {
      expect(await walk(sight, route)).toEqual({})
    },
  )
})
