import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { servedBrowser } from '#tests/support/browser.ts'
import { openWorld, ROUTES, type Route, type World } from '#tests/support/stops.ts'

const SMALLEST = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 900 }

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

const CHECKS: Record<string, (page: Page) => Promise<string[]>> = {
  'reflows at 320 px': async (page) => {
    await page.setViewportSize(SMALLEST)
    return page.evaluate(misfits)
  },
  'keeps its words with wide spacing': async (page) => {
    await page.setViewportSize(WIDE)
    await page.addStyleTag({ content: SPACED })
    return page.evaluate(misfits)
  },
  'has nothing too small to press': (page) => page.evaluate(smallTargets),
  'holds words forty per cent longer': async (page) => {
    await page.reload()
    await page.evaluate(lengthen)
    return page.evaluate(misfits)
  },
}

async function walk({ as, stops }: Route): Promise<Record<string, string[]>> {
  const context = await held.browser.newContext({
    baseURL: held.server.base,
    viewport: WIDE,
    bypassCSP: true,
  })
  const cookies = as === 'visitor' ? [] : [...world[as].cookies]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: held.server.base })))
  await context.addInitScript(() => sessionStorage.setItem('qishu-narrow', 'seen'))
  const page = await context.newPage()
  const found: Record<string, string[]> = {}
  for (const stop of stops.filter(({ prepare, desk = true }) => desk && !prepare)) {
    const path = stop.path(world)
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=en_US`)
    for (const [name, check] of Object.entries(CHECKS)) {
      const faults = await check(page)
      if (faults.length) found[`${stop.name} ${name}`] = faults
    }
  }
  await context.close()
  return found
}

test.each(ROUTES)(
  'every page of the $as reflows, bears spacing and longer words, and can be pressed',
  async (route) => {
    expect(await walk(route)).toEqual({})
  },
)
