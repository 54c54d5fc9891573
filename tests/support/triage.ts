import type { Page } from 'playwright'
import { contrastOf } from './contrast.ts'

/** A doubtful result of axe, decided by a person once for all similar elements. */
export interface Verdict {
  rule: string
  /** axe's own reason for the doubt. */
  doubt: string
  /** A selector of the elements. */
  of: string
  why: string
  /** The contrast that was measured for such an element. */
  contrast?: number
  /** Overlaps one of these at some point. */
  under?: string
  seen: number
}

export interface Doubt {
  rule: string
  doubt: string
  target: string
}

interface Sighting {
  /** The verdict's index in the table, or -1. */
  verdict: number
  contrast: number
  html: string
}

/**
 * Finds the verdict of each doubtful result in the page, and counts it; those without one, or measured wrong,
 * are returned.
 */
export async function undecided(page: Page, doubts: Doubt[], table: Verdict[]): Promise<string[]> {
  if (!doubts.length) return []
  await page.evaluate(`window.contrastOf = ${contrastOf}`)
  const found = await page.evaluate(sight, [doubts, table] as const)
  return found.flatMap(({ verdict, contrast, html }, index) => {
    const entry = table[verdict]
    const { rule, doubt } = doubts[index]!
    if (!entry) return [`undecided ${rule} (${doubt}): ${html}`]
    entry.seen += 1
    return contrast < (entry.contrast ?? 0) ? [`contrast ${contrast.toFixed(2)} (${doubt}): ${html}`] : []
  })
}

function sight([doubts, table]: readonly [Doubt[], Verdict[]]): Sighting[] {
  const { contrastOf } = window as unknown as { contrastOf: (element: Element) => number }
  // Like axe's grid: by boxes, independent of scrolling.
  const lies = (element: Element, under: string) => {
    const one = element.getBoundingClientRect()
    return [...document.querySelectorAll(under)].some((layer) => {
      const other = layer.getBoundingClientRect()
      return (
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
      )
    })
  }
  return doubts.map(({ rule, doubt, target }) => {
    const element = document.querySelector(target)!
    const verdict = table.findIndex(
      (one) =>
        one.rule === rule &&
        one.doubt === doubt &&
        element.matches(one.of) &&
        (!one.under || lies(element, one.under)),
    )
    return { verdict, contrast: contrastOf(element), html: element.outerHTML.slice(0, 160) }
  })
}
