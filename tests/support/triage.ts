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
  // Compares boxes, as axe does; independent of scrolling.
  const lies = (element: Element, under: string) => {
    const one = element.getBoundingClientRect()
    return [...document.querySelectorAll(under)].some((layer) => {
      const layerBox = layer.getBoundingClientRect()
      return (
        one.left < layerBox.right &&
        layerBox.left < one.right &&
        one.top < layerBox.bottom &&
        layerBox.top < one.bottom
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
