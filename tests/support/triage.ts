import type { Page } from 'playwright'
import { contrastOf } from './contrast.ts'

/** An undecided result of axe that a person has decided for all similar elements. */
export interface Verdict {
  rule: string
  /** The reason that axe gives. */
  doubt: string
  /** A CSS selector of the elements. */
  of: string
  why: string
  /** The measured contrast of such an element. */
  contrast?: number
  /** Selectors of elements that overlap it at some moment. */
  under?: string
  seen: number
}

export interface Doubt {
  rule: string
  doubt: string
  target: string
}

interface Sighting {
  /** The index of the verdict, or -1. */
  verdict: number
  contrast: number
  html: string
}

/**
 * Finds the verdict of each undecided result and counts it. Returns the results without a verdict or with a
 * wrong contrast. Runs in the page.
 */
export async function undecided(page: Page, doubts: Doubt[], table: Verdict[]): Promise<string[]> {
  if (!doubts.length) return []
  await page.evaluate(`window.contrastOf = ${contrastOf}`)
  const verdicts = await page.evaluate(sight, [doubts, table] as const)
  return verdicts.flatMap(({ verdict, contrast, html }, index) => {
    const entry = table[verdict]
    const { rule, doubt } = doubts[index]!
    if (!entry) return [`undecided ${rule} (${doubt}): ${html}`]
    entry.seen += 1
    return contrast < (entry.contrast ?? 0) ? [`contrast ${contrast.toFixed(2)} (${doubt}): ${html}`] : []
  })
}

function sight([doubts, table]: readonly [Doubt[], Verdict[]]): Sighting[] {
  const { contrastOf } = window as unknown as { contrastOf: (element: Element) => number }
  const scrollBox = (element: Element | null): Element | null =>
    !element || /auto|scroll/.test(getComputedStyle(element).overflowY)
      ? element
      : scrollBox(element.parentElement)
  const overlaps = (element: Element, layer: Element) => {
    const one = element.getBoundingClientRect()
    const other = layer.getBoundingClientRect()
    return (
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    )
  }
  // Compares boxes, as axe does, wherever the element is scrolled to in its box.
  const lies = (element: Element, under: string) =>
    [...document.querySelectorAll(under)].some(
      (layer) =>
        !layer.contains(element) &&
        (overlaps(element, layer) || overlaps(scrollBox(element) ?? element, layer)),
    )
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
