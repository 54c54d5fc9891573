import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { smallTargets } from './operable.ts'
import { LONG } from './runs.ts'
import { misspoken } from './spoken.ts'
import type { Stop } from './stops.ts'
import { undecided, type Verdict } from './triage.ts'
import { isWholePage, oneIn, type PageCheck } from './walk.ts'

/**
 * Results that axe cannot decide, with the reason why we accept each. All others fail; in the long run an
 * unused entry fails too.
 */
const VERDICTS: Verdict[] = [
  {
    rule: 'color-contrast',
    doubt: 'shortTextContent',
    of: 'svg[aria-hidden] text',
    why: 'the seal is a logotype and the lost seal an ornament (1.4.3 asks nothing of either)',
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'shortTextContent',
    of: 'td',
    why: 'a single digit in a table, which is no ornament; its own background is measured',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'nonBmp',
    of: 'span[aria-hidden=true]',
    why: 'a sign beside words that say the same; measured as one that must be made out (1.4.11)',
    contrast: 3,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'bgGradient',
    of: 'select',
    why: 'the gradients draw the small arrow at the edge; the words stand on the colour of the field',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'bgOverlap',
    of: '*',
    under: '#cookie-consent, .dropdown-content, .shortcut, [role="menu"], header',
    why: 'lies under what one opened, or scrolls away under the header or the banner; its own ground is measured',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'bgOverlap',
    of: 'article .whitespace-pre-wrap',
    why: 'a paragraph of the paper over which nothing lies; its own ground is measured',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'bgOverlap',
    of: '[data-clause] *',
    under: '[data-blank]',
    why: 'a line of a clause that the box of a blank in the next line touches, on the same paper',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'bgOverlap',
    of: 'td span[title]',
    why: 'a party cut with an ellipsis, whose hidden end lies under the tags beside it, on the same row',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'elmPartiallyObscuring',
    of: '#cookie-consent *',
    under: ':popover-open',
    why: 'the banner under a drawer that one opened',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'elmPartiallyObscured',
    of: '.tab',
    why: 'a row of tabs that scrolls sideways on a phone and is cut by its edge; its own ground is measured',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'elmPartiallyObscured',
    of: 'pre',
    why: 'a long text that scrolls under the help button; its own background is measured',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'imgNode',
    of: '.sign-page-number, .pdf-spot-name',
    why: 'stands on its own ground over the picture of a page',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'emptyValue',
    of: 'input',
    why: 'a field that shows no words',
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'elmPartiallyObscuring',
    of: 'span.underline, [data-blank] *, ins, del',
    why: 'a value or a change of a document that runs over two lines, whose box lies over its neighbours on the same paper',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'elmPartiallyObscuring',
    of: '[role=status] span.inline-flex',
    why: 'the words of a state that run over two lines, on the ground of the page',
    contrast: 4.5,
    seen: 0,
  },
  {
    rule: 'color-contrast',
    doubt: 'imgNode',
    of: '.textLayer *',
    why: 'the unseen words over the drawing of a foreign page, for marking and searching; the drawing is not ours',
    seen: 0,
  },
  {
    rule: 'th-has-data-cells',
    doubt: '',
    of: 'table',
    why: 'the last row was deleted, and can be restored; the heads wait for the next one',
    seen: 0,
  },
  {
    rule: 'label-content-name-mismatch',
    doubt: '',
    of: '[data-blank][role=button]',
    why: 'an empty blank shows a drawn line, no words; its name says what belongs there',
    seen: 0,
  },
]

/** Checks that no page scrolls sideways, and that the editor scrolls only inside its parts. */
async function misfits(page: Page): Promise<string[]> {
  const [wide = 0, below = 0] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const editor = document.querySelector('[data-island="editor"]')
    return [scrollWidth - innerWidth, editor ? scrollHeight - innerHeight : 0]
  })
  return [
    ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
    ...(below > 0 ? [`scrolls ${below} px below its end`] : []),
  ]
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Finding {
  id: string
  nodes: { target: unknown; failureSummary?: string; any: { data?: { messageKey?: string } }[] }[]
}

const CONTRAST = 'color-contrast'
/**
 * Target sizes are checked by axe in the long run only: `smallTargets` finds the same faults in a tenth of
 * the time.
 */
const TARGETS = LONG ? {} : { 'target-size': { enabled: false } }
const ALL_RULES = { runOnly: TAGS, rules: TARGETS }
/**
 * Checking colours takes as long as all other checks. They are checked on every other page, because pages
 * share their components, and not in dialogs. In the long run they are checked everywhere.
 */
const coloured = (stop: Stop) => isWholePage(stop) && oneIn(2)(stop)
const WITHOUT_COLOURS = { runOnly: TAGS, rules: { ...TARGETS, [CONTRAST]: { enabled: false } } }

/** A dialog over a document is checked without the document, which has a check without the dialog. */
const PAPER = '[data-clause]'

/** The header and navigation are checked on one page in eight, and on all pages in the long run. */
const FRAME = 'nav:has(~ div > main), header:has(~ main), main ~ footer'
const framed = oneIn(8)

/**
 * Minified, because every page parses it. If it is injected before the page's own scripts, parsing takes
 * half as long.
 */
export const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Runs in the page, with axe. */
async function analyse({ rules, left }: { rules: object; left: string[] }) {
  const { axe } = window as unknown as {
    axe: { run: (context: object, options: object) => Promise<Record<string, Finding[]>> }
  }
  const exclude = left.filter((selector) => document.querySelector(selector))
  const context = exclude.length ? { exclude } : document
  const { violations, incomplete, passes } = await axe.run(context, {
    ...rules,
    // Avoids a second fetch of the style sheets, which only unused rules need.
    preload: false,
    resultTypes: ['violations', 'incomplete'],
  })
  return { violations: violations!, incomplete: incomplete!, passed: passes!.length }
}

/**
 * The violations and undecided results of axe. If there are any, the page is checked again, because it may
 * still have been changing.
 */
async function axeFaults(page: Page, stop: Stop): Promise<string[]> {
  const faults = await axeFaultsNow(page, stop).catch((error) => [String(error)])
  if (!faults.length) return faults
  await page.waitForTimeout(1000)
  return axeFaultsNow(page, stop)
}

async function axeFaultsNow(page: Page, stop: Stop): Promise<string[]> {
  const { violations, incomplete, passed } = await page.evaluate(analyse, {
    rules: coloured(stop) ? ALL_RULES : WITHOUT_COLOURS,
    left: [...(isWholePage(stop) ? [] : [PAPER]), ...(framed(stop) ? [] : [FRAME])],
  })
  const doubts = incomplete.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => ({
      rule: id,
      doubt: String(any[0]?.data?.messageKey ?? ''),
      target: String(target),
    })),
  )
  const brokenNodes = violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map((node) => `${id}: ${node.target} ${node.failureSummary?.split('\n').pop()?.trim()}`),
  )
  return [
    ...(passed ? [] : ['axe found nothing to look at']),
    ...brokenNodes,
    ...(await undecided(page, doubts, VERDICTS)),
  ]
}

/**
 * Small targets on the page. If there are any, it is checked again, because a dialog may still have been
 * opening.
 */
async function tooSmall(page: Page): Promise<string[]> {
  const targets = await page.evaluate(smallTargets)
  if (targets.length) await page.waitForTimeout(1000)
  return targets.length ? page.evaluate(smallTargets) : []
}

/** The checks that every page must pass in every view. */
export const pageCheck = (stands: PageCheck['stands'], viewport: PageCheck['viewport']): PageCheck => ({
  stands,
  viewport,
  checks: {
    'passes axe': axeFaults,
    'fits the window': misfits,
    'has nothing too small to press': tooSmall,
    // The page with samples for developers exists in English only.
    'says each word in its language': async (page, { name }) => (name === 'views' ? [] : misspoken(page)),
  },
})

/** The accepted undecided results that no longer occur. */
export const unseenVerdicts = () =>
  VERDICTS.filter(({ seen }) => seen === 0).map(({ doubt, of }) => `${doubt} ${of}`)

export function forgetSightings() {
  for (const verdict of VERDICTS) verdict.seen = 0
}
