import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { openWorld, type World } from '#tests/support/demo-world.ts'
import { barred, hiddenFocus, lostInForcedColours, unnamed } from '#tests/support/operable.ts'
import { ROUTES } from '#tests/support/stops.ts'
import { LONG, WIDE, walk } from '#tests/support/walk.ts'

const held = servedBrowser()
let world: World

beforeAll(async () => {
  world = await openWorld(held.server.base)
})

/** What does not fit: the page sideways, or the words of a control beyond its edge. */
function misfits(): string[] {
  const sideways = document.documentElement.scrollWidth - innerWidth
  const controls = [...document.querySelectorAll<HTMLElement>('button, .btn, label, th, summary')]
  const cut = controls.filter(
    (one) =>
      one.checkVisibility() &&
      one.offsetWidth > 1 &&
      one.scrollWidth > one.clientWidth + 2 &&
      getComputedStyle(one).display !== 'inline',
  )
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...cut.map((one) => `cut off: ${one.outerHTML.slice(0, 120)}`),
  ]
}

/** Things to press that are smaller than 24 px either way and stand in no sentence (WCAG 2.5.8). */
function smallTargets(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, summary'),
  ]
  return all.flatMap((one) => {
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
    const shown = one.checkVisibility() && width > 1 && height > 1
    const inSentence = getComputedStyle(one).display === 'inline'
    return shown && !inSentence && (width < 23.5 || height < 23.5)
      ? [`${Math.round(width)} × ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`]
      : []
  })
}

/** The widest spacing that a reader may set (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** Every word of the interface forty per cent longer, as another language might have it. */
function lengthen() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const words = text.data.trim()
    if (!words || text.parentElement?.closest('script, style, [lang], option')?.matches(':not(html)'))
      continue
    text.data = `${text.data} ${'lorem ipsum '.repeat(10).slice(0, Math.ceil(words.length * 0.4))}`
  }
}

/** The window at 1280 px zoomed to 200 and to 400 per cent, as the browser lays it out. */
const ZOOMED = [
  { width: 640, height: 450 },
  { width: 320, height: 640 },
]

type Check = (page: Page) => Promise<string[]>

/** On the page as it stands. */
const AT_ONCE: Record<string, Check> = {
  'names every control': unnamed,
  'bars nobody': barred,
  'shows what has the focus': (page) => page.evaluate(hiddenFocus),
  'has nothing too small to press': (page) => page.evaluate(smallTargets),
}

/** In this order: the last leaves the page changed. */
const LAID_OUT_ANEW: Record<string, Check> = {
  'keeps its states in forced colours': async (page) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.waitForFunction(() => matchMedia('(forced-colors: active)').matches)
    const faults = await page.evaluate(lostInForcedColours)
    await page.emulateMedia({ forcedColors: 'none' })
    return faults
  },
  'reflows when zoomed, and in the long run shows what has the focus there': async (page) => {
    const faults: string[] = []
    for (const size of ZOOMED) {
      await page.setViewportSize(size)
      await page.waitForFunction((width) => matchMedia(`(width: ${width}px)`).matches, size.width)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      faults.push(...(await page.evaluate(misfits)))
    }
    if (LONG) faults.push(...(await page.evaluate(hiddenFocus)))
    await page.setViewportSize(WIDE)
    return faults
  },
  'keeps its words with wide spacing': async (page) => {
    const style = await page.addStyleTag({ content: SPACED })
    const faults = await page.evaluate(misfits)
    await style.evaluate((element) => (element as HTMLStyleElement).remove())
    return faults
  },
  'holds words forty per cent longer': async (page) => {
    await page.evaluate(lengthen)
    return page.evaluate(misfits)
  },
}

test.each(ROUTES)(
  'every page of the $as reflows, bears spacing and longer words, and can be reached, seen and pressed',
  async (route) => {
    const sight = { locale: 'en_US', viewport: WIDE, bypassCSP: true, brief: true }
    const faults = await walk(held, world, route, sight, (page) => async () => {
      const found: string[] = []
      for (const [name, check] of Object.entries({ ...AT_ONCE, ...LAID_OUT_ANEW }))
        found.push(...(await check(page)).map((fault) => `not “${name}”: ${fault}`))
      return found
    })
    expect(faults).toEqual({})
  },
  600_000,
)
