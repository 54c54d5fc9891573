import type { Page } from 'playwright'
import { hiddenFocus } from './operable.ts'
import { LONG } from './runs.ts'
import { type PageCheck, WIDE_WINDOW } from './walk.ts'

/** Content that does not fit: a page that scrolls sideways, or text that is wider than its control. */
function misfits(): string[] {
  // What only a screen reader finds takes no room.
  const isClipped = (one: Element | null): boolean =>
    one !== null && (getComputedStyle(one).clipPath === 'inset(50%)' || isClipped(one.parentElement))
  const sideways = document.documentElement.scrollWidth - innerWidth
  const controls = [...document.querySelectorAll<HTMLElement>('button, .btn, label, th, summary')]
  const cutControls = controls.filter(
    (one) =>
      one.checkVisibility() &&
      !isClipped(one) &&
      one.offsetWidth > 1 &&
      one.scrollWidth > one.clientWidth + 2 &&
      getComputedStyle(one).display !== 'inline',
  )
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...cutControls.map((one) => `cut off: ${one.outerHTML.slice(0, 120)}`),
  ]
}

/** The widest spacing that a reader may set (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** Sets styles as a reader's own style sheet would, which the page's policy cannot block. */
function setStyles(styles: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [sheet]
}

/** Makes every text of the interface forty per cent longer, as in some other languages. */
function lengthen() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const words = text.data.trim()
    // Amounts, days and numbers of documents are equally long in every language.
    const isNumber = /\d/.test(words) && !/\p{L}{4}/u.test(words)
    if (
      !words ||
      isNumber ||
      text.parentElement?.closest('script, style, [lang], option')?.matches(':not(html)')
    )
      continue
    text.data = `${text.data} ${'lorem ipsum '.repeat(10).slice(0, Math.ceil(words.length * 0.4))}`
  }
}

/** Sets the size of the window and waits for the layout. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction((width) => matchMedia(`(width: ${width}px)`).matches, size.width)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
}

/** The window of 1280 px zoomed to 400 per cent (in the long run also to 200), in CSS pixels. */
const ZOOMED = [...(LONG ? [{ width: 640, height: 450 }] : []), { width: 320, height: 640 }]

/** The checks in this order, because the last ones change the page. */
const CHECKS: PageCheck['checks'] = {
  'keeps its words with wide spacing': async (page) => {
    await page.evaluate(setStyles, SPACED)
    const faults = await page.evaluate(misfits)
    await page.evaluate(setStyles, '')
    return faults
  },
  'reflows when zoomed, and in the long run shows what has the focus there': async (page) => {
    const faults: string[] = []
    for (const size of ZOOMED) {
      await resize(page, size)
      faults.push(...(await page.evaluate(misfits)))
    }
    if (LONG) faults.push(...(await page.evaluate(hiddenFocus)))
    if (LONG) await resize(page, WIDE_WINDOW)
    return faults
  },
  ...(LONG && {
    'holds words forty per cent longer': async (page: Page) => {
      await page.evaluate(lengthen)
      return page.evaluate(misfits)
    },
  }),
}

export const reflow = (stands: PageCheck['stands']): PageCheck => ({
  stands,
  viewport: WIDE_WINDOW,
  checks: CHECKS,
})
