import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '#src/i18n.ts'
import { collectComplaints, servedBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { openWorld, ROUTES, type Route, type World } from '#tests/support/stops.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDE = { width: 1280, height: 900 }
/** A few pages say nothing new on a phone; with LONG=1 they are looked at there too. */
const LONG = process.env.LONG === '1'
const PHONE = { width: 390, height: 844 }

const held = servedBrowser()
let world: World
let looks = 0

beforeAll(async () => {
  world = await openWorld(held.server.base)
})
afterAll(() => {
  process.stdout.write(`axe: ${looks} pages looked at\n`)
})

interface Sight {
  locale: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

async function pageFor({ viewport, colorScheme }: Sight, client?: Client): Promise<Page> {
  const context = await held.browser.newContext({
    baseURL: held.server.base,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
  })
  await context.addCookies(
    [...(client?.cookies ?? [])].map(([name, value]) => ({ name, value, url: held.server.base })),
  )
  return context.newPage()
}

/** What axe finds wrong with the page as it stands, and whether it scrolls sideways. */
async function faultsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(RULES)
    .options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const broken = violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map((node) => `${id}: ${node.target} ${node.failureSummary?.split('\n').pop()?.trim()}`),
  )
  return wide > 0 ? [...broken, `scrolls sideways by ${wide} px`] : broken
}

/** Walks one person's pages in one language and one window; the pages' names with what is wrong with each. */
async function walk(sight: Sight, { as, stops }: Route): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const page = await pageFor(sight, as === 'visitor' ? undefined : world[as])
  const complaints = collectComplaints(page)
  for (const stop of stops.filter(({ phone, desk = true }) =>
    sight.viewport === PHONE ? phone || LONG : desk,
  )) {
    const path = stop.path(world)
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=${sight.locale}`)
    await stop.prepare?.(page)
    const faults = [...(await faultsOf(page)), ...complaints.splice(0)]
    if (faults.length) found[stop.name] = faults
    looks += 1
    await page.evaluate(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  }
  await page.context().close()
  return found
}

const SIGHTS: [string, Sight][] = [
  ...LOCALES.map((locale): [string, Sight] => [
    `${locale} at a desk`,
    { locale, viewport: WIDE, colorScheme: 'light' },
  ]),
  ['zh_CN on a phone', { locale: 'zh_CN', viewport: PHONE, colorScheme: 'light' }],
  ['en_US on a phone', { locale: 'en_US', viewport: PHONE, colorScheme: 'light' }],
  ['zh_TW on a phone at night', { locale: 'zh_TW', viewport: PHONE, colorScheme: 'dark' }],
]

describe.each(SIGHTS)('%s', (_, sight) => {
  test.each(ROUTES)(
    'the pages of the $as have no fault that axe finds, fit the window and are quiet',
    async (route) => {
      expect(await walk(sight, route)).toEqual({})
    },
  )
})
