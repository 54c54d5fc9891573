import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#src/core/i18n.ts'
import { openHalfOfGateways } from '#tests/cast/gateways.ts'
import { AXE, forgetSightings, unseenVerdicts } from './axe.ts'
import { collectPageErrors, servedBrowser } from './browser.ts'
import { openWorld, orderAtGateways, type World } from './demo-world.ts'
import { ALL_LARGE, LONG } from './runs.ts'
import { drawSeed, seeded } from './seeded.ts'
import { ROUTES, type Route, type Stop } from './stops.ts'

export const WIDE_WINDOW = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

export type Check = (page: Page, stop: Stop) => Promise<string[]>

/** Checks of certain pages, in a viewport of this size. */
export interface PageCheck {
  stands: (stop: Stop) => boolean
  viewport: { width: number; height: number }
  checks: Record<string, Check>
}

const ALL_STOPS = ROUTES.flatMap(({ stops }) => stops)

const SEED = drawSeed()
const random = seeded(SEED)
/** A third of the pages daily, drawn by the printed seed; all of them with LONG=1. */
const DRAWN_STOPS = new Set(ALL_STOPS.filter(() => LONG || random.below(3) === 0))

/** Whether the stop is a whole page of this run. Dialogs have their own walk. */
export const isWholePage = (stop: Stop) =>
  DRAWN_STOPS.has(stop) && (LONG || !stop.prepare || stop.whole === true)

export const atDesk = ({ desk = true }: Stop) => desk
export const wholeAtDesk = (stop: Stop) => atDesk(stop) && isWholePage(stop)
const isDialog = ({ prepare, whole }: Stop) => Boolean(prepare) && whole !== true

/** Each page of this run that is not checked on a phone, and one dialog in twelve. */
export const dailyAtDesk = (stop: Stop) =>
  atDesk(stop) &&
  (LONG ||
    (isWholePage(stop) ? !onPhoneByDay(stop) && !onPhoneAtNight(stop) : isDialog(stop) && oneIn(12)(stop)))
/** One stop in `every` daily, for parts that all pages take from the same code; all with LONG=1. */
export function oneIn(every: number, from = 0): (stop: Stop) => boolean {
  return (stop) => LONG || ALL_STOPS.indexOf(stop) % every === from
}

export const onPhone = (stop: Stop) => (stop.phone ?? LONG) && isWholePage(stop)
/**
 * A third of the pages on a phone is checked in the light theme and another third in the dark theme, each in
 * a different language.
 */
export const onPhoneByDay = (stop: Stop) => onPhone(stop) && oneIn(3)(stop)
export const onPhoneAtNight = (stop: Stop) => onPhone(stop) && oneIn(3, 1)(stop)

/** Runs in the page: finishes all animations. */
function endMotion() {
  for (const moving of document.getAnimations())
    if (moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) moving.finish()
}

/** Visits the pages of one person in one language; returns the faults by page name. */
async function walk(page: Page, world: World, { stops }: Route, locale: string, looks: PageCheck[]) {
  const faultsByPage: Record<string, string[]> = {}
  const pageErrors = collectPageErrors(page)
  // The notice for small screens would cover the first page.
  await page.goto('/robots.txt')
  await page.evaluate(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  for (const stop of stops) {
    const dueChecks = looks.filter((look) => look.stands(stop))
    if (!dueChecks[0]) continue
    const path = stop.path(world)
    if (page.viewportSize()?.width !== dueChecks[0].viewport.width)
      await page.setViewportSize(dueChecks[0].viewport)
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
    await stop.prepare?.(page)
    await page.evaluate(endMotion)
    const faults: string[] = []
    for (const { checks } of dueChecks)
      for (const [name, check] of Object.entries(checks))
        faults.push(...(await check(page, stop)).map((fault) => `not “${name}”: ${fault}`))
    // The console reports a refused page too.
    faults.push(...pageErrors.splice(0).filter((one) => !(stop.refused && one.includes('status of 403'))))
    if (faults.length) faultsByPage[stop.name] = faults
  }
  return faultsByPage
}

/** A browser and a demo server with the data that all pages show, for the walks of one file. */
export function openedWorld() {
  const fixture: ReturnType<typeof servedBrowser> & { world: World } = Object.assign(
    servedBrowser(openHalfOfGateways),
    { world: undefined as unknown as World },
  )
  beforeAll(async () => {
    forgetSightings()
    fixture.world = await openWorld(fixture.server.base)
    await orderAtGateways(fixture.world)
  })
  afterAll(() => {
    if (ALL_LARGE) expect(unseenVerdicts()).toEqual([])
  })
  return fixture
}

/** Visits every page as each person, once per view. */
export function walkThrough(
  fixture: ReturnType<typeof openedWorld>,
  locale: Locale,
  sights: Record<string, PageCheck[]>,
  options: BrowserContextOptions = {},
) {
  describe.each(Object.entries(sights))(`in ${locale} %s (seed ${SEED})`, (_, looks) => {
    test.each(ROUTES)(
      'no page of the $as has a fault',
      async (route) => {
        const { world } = fixture
        const context = await fixture.browser.newContext({
          baseURL: world.base,
          reducedMotion: 'reduce',
          ...options,
        })
        const cookies = route.as === 'visitor' ? [] : [...world[route.as].cookies]
        await context.addInitScript({ content: AXE })
        await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: world.base })))
        expect(await walk(await context.newPage(), world, route, locale, looks)).toEqual({})
        await context.close()
      },
      600_000,
    )
  })
}
