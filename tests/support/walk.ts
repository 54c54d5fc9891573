import type { BrowserContextOptions, Page } from 'playwright'
import type { servedBrowser } from './browser.ts'
import type { World } from './demo-world.ts'
import type { Route, Stop } from './stops.ts'

export const WIDE = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }
/** A few pages say nothing new on a phone; with LONG=1 they are looked at there too. */
export const LONG = process.env.LONG === '1'

export interface Sight extends BrowserContextOptions {
  locale: string
  viewport: { width: number; height: number }
  /** Only the pages themselves, and with LONG=1 what one opens there too. */
  brief?: boolean
}

type Held = Pick<ReturnType<typeof servedBrowser>, 'browser'>

/** A page of one person's browser. */
async function pageFor({ browser }: Held, world: World, as: Route['as'], sight: Sight): Promise<Page> {
  const context = await browser.newContext({
    baseURL: world.base,
    reducedMotion: 'reduce',
    ...sight,
    locale: undefined,
  })
  const cookies = as === 'visitor' ? [] : [...world[as].cookies]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: world.base })))
  return context.newPage()
}

const standsIn =
  ({ viewport, brief }: Sight) =>
  ({ phone, desk = true, prepare, whole }: Stop) =>
    (viewport.width < 768 ? (phone ?? LONG) : desk) && (LONG || !brief || !prepare || whole === true)

async function goToStop(page: Page, world: World, stop: Stop, locale: string) {
  const path = stop.path(world)
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
  await stop.prepare?.(page)
}

/** What is to be said of each stop; told once the page is there. */
export type Look = (page: Page) => (stop: Stop) => Promise<string[]>

/** Walks one person's pages in one language and one window; the pages' names with what is wrong with each. */
export async function walk(
  held: Held,
  world: World,
  { as, stops }: Route,
  sight: Sight,
  look: Look,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const page = await pageFor(held, world, as, sight)
  const faultsAt = look(page)
  for (const stop of stops.filter(standsIn(sight))) {
    await goToStop(page, world, stop, sight.locale)
    const faults = await faultsAt(stop)
    if (faults.length) found[stop.name] = faults
    await page.evaluate(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  }
  await page.context().close()
  return found
}
