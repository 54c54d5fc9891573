import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#src/core/i18n.ts'
import { openHalfOfGateways } from '#tests/cast/gateways.ts'
import { AXE, forgetSightings, unseenVerdicts } from './axe.ts'
import { collectComplaints, servedBrowser } from './browser.ts'
import { openWorld, orderAtGateways, type World } from './demo-world.ts'
import { drawSeed, seeded } from './seeded.ts'
import { ROUTES, type Route, type Stop } from './stops.ts'

export const WIDE = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }
/** A few pages show nothing new on a phone; with LONG=1 they are checked there too. */
export const LONG = process.env.LONG === '1'

export type Check = (page: Page, stop: Stop) => Promise<string[]>

/** Checks of certain pages, in a window of this size. */
export interface Look {
  stands: (stop: Stop) => boolean
  viewport: { width: number; height: number }
  checks: Record<string, Check>
}

const ALL = ROUTES.flatMap(({ stops }) => stops)

const SEED = drawSeed()
const drawn = seeded(SEED)
/** A third of the pages daily, drawn by the printed seed; all of them with LONG=1. */
const TODAY = new Set(ALL.filter(() => LONG || drawn.below(3) === 0))

/** A whole page of today's, not a dialog on it: dialogs have one walk of their own. */
export const whole = (stop: Stop) => TODAY.has(stop) && (LONG || !stop.prepare || stop.whole === true)

export const atDesk = ({ desk = true }: Stop) => desk
export const wholeAtDesk = (stop: Stop) => atDesk(stop) && whole(stop)
const isDialog = ({ prepare, whole }: Stop) => Boolean(prepare) && whole !== true

/** Each page that no phone shows today, and one dialog in twelve. */
export const dailyAtDesk = (stop: Stop) =>
  atDesk(stop) &&
  (LONG || (whole(stop) ? !onPhoneByDay(stop) && !onPhoneAtNight(stop) : isDialog(stop) && oneIn(12)(stop)))
/** One stop in so many daily, for what every page has from the same code; all with LONG=1. */
export function oneIn(every: number, from = 0): (stop: Stop) => boolean {
  return (stop) => LONG || ALL.indexOf(stop) % every === from
}

export const onPhone = (stop: Stop) => (stop.phone ?? LONG) && whole(stop)
/**
 * A third of a phone's pages is checked in light colours and another in dark ones, each third in a language
 * of its own.
 */
export const onPhoneByDay = (stop: Stop) => onPhone(stop) && oneIn(3)(stop)
export const onPhoneAtNight = (stop: Stop) => onPhone(stop) && oneIn(3, 1)(stop)

/** Runs in the page: finishes all animations. */
function endMotion() {
  for (const moving of document.getAnimations())
    if (moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) moving.finish()
}

/** One person's pages in one language; returns the faults by the pages' names. */
async function walk(page: Page, world: World, { stops }: Route, locale: string, looks: Look[]) {
  const found: Record<string, string[]> = {}
  const complaints = collectComplaints(page)
  // The notice for small screens would cover the first page that is drawn.
  await page.goto('/robots.txt')
  await page.evaluate(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  for (const stop of stops) {
    const due = looks.filter((look) => look.stands(stop))
    if (!due[0]) continue
    const path = stop.path(world)
    if (page.viewportSize()?.width !== due[0].viewport.width) await page.setViewportSize(due[0].viewport)
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
    await stop.prepare?.(page)
    await page.evaluate(endMotion)
    const faults: string[] = []
    for (const { checks } of due)
      for (const [name, check] of Object.entries(checks))
        faults.push(...(await check(page, stop)).map((fault) => `not “${name}”: ${fault}`))
    // A refused page is reported in the console too.
    faults.push(...complaints.splice(0).filter((one) => !(stop.refused && one.includes('status of 403'))))
    if (faults.length) found[stop.name] = faults
  }
  return found
}

/** A browser and a server with everything that the pages show, for the walks of one file. */
export function openedWorld() {
  const held: ReturnType<typeof servedBrowser> & { world: World } = Object.assign(
    servedBrowser(openHalfOfGateways),
    { world: undefined as unknown as World },
  )
  beforeAll(async () => {
    forgetSightings()
    held.world = await openWorld(held.server.base)
    await orderAtGateways(held.world)
  })
  afterAll(() => {
    if (LONG) expect(unseenVerdicts()).toEqual([])
  })
  return held
}

/** Walks through every page as each person, once for each of the views. */
export function walkThrough(
  held: ReturnType<typeof openedWorld>,
  locale: Locale,
  sights: Record<string, Look[]>,
  options: BrowserContextOptions = {},
) {
  describe.each(Object.entries(sights))(`in ${locale} %s (seed ${SEED})`, (_, looks) => {
    test.each(ROUTES)(
      'no page of the $as has a fault',
      async (route) => {
        const { world } = held
        const context = await held.browser.newContext({
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
