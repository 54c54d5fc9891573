import type { Page } from 'playwright'

const MAX_STEPS = 400

interface At {
  id: string
  name: string
  tag: string
  /** The fault of the element that the last Tab reached. */
  fault: string | null
}

/**
 * Runs in the page. Describes the focused element, `body` if there is none; after a Tab also whether the
 * element is visible and in order.
 */
function lookAt(stepped: boolean): At {
  const state = globalThis as { before?: Element }
  const { before } = state
  const at = document.activeElement ?? document.body
  const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null
  const name = (at.getAttribute('aria-label') ?? label ?? at.textContent ?? '').trim()
  const element = { id: at.id, name, tag: at.tagName.toLowerCase(), fault: null as string | null }
  if (!stepped || at === document.body) return element
  state.before = at
  const { top, bottom, width, height } = at.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
  const unmarked = (outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none'
  // After the last element, Tab reaches the first one.
  const first = at.matches('a[href="#main"]')
  const behind =
    !first && before?.isConnected && before.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_PRECEDING
  if (top >= innerHeight || bottom <= 0 || !width || !height) element.fault = `${name}: out of sight`
  else if (unmarked) element.fault = `${name}: not marked`
  else if (behind) element.fault = `${name}: before what came before it`
  return element
}

export const focused = (page: Page) => page.evaluate(lookAt, false)

/**
 * A user without a mouse. `faults` collects each Tab that leaves the viewport, breaks the order or reaches
 * an element without a visible focus. With reduced motion the page does not move while it scrolls.
 */
export function keyboardOf(page: Page, faults: string[] = []) {
  async function tabTo(fits: (at: At) => boolean, what: string) {
    let at = await focused(page)
    for (let presses = 0; presses < MAX_STEPS; presses++) {
      if (fits(at)) return
      await page.keyboard.press('Tab')
      at = await page.evaluate(lookAt, true)
      if (at.fault) faults.push(at.fault)
    }
    throw new Error(`the keyboard does not reach “${what}”`)
  }

  const toField = (id: string) => tabTo((at) => at.id === id, id)
  return {
    async type(id: string, text: string) {
      await toField(id)
      await page.keyboard.type(text)
    },
    /** Presses a button or a link, searched from here and then from the top of the page. */
    async press(name: string | RegExp) {
      const isNamed = (elementName: string) =>
        typeof name === 'string' ? elementName === name : name.test(elementName)
      await tabTo((at) => isNamed(at.name) && /^(a|button|summary)$/.test(at.tag), String(name))
      await page.keyboard.press('Enter')
    },
    key: (key: string) => page.keyboard.press(key),
  }
}
