import type { Page } from 'playwright'

const MAX_STEPS = 400

interface FocusState {
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
function describeFocus(stepped: boolean): FocusState {
  const state = globalThis as { before?: Element }
  const { before } = state
  const activeElement = document.activeElement ?? document.body
  const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null
  const name = (activeElement.getAttribute('aria-label') ?? label ?? activeElement.textContent ?? '').trim()
  const element = {
    id: activeElement.id,
    name,
    tag: activeElement.tagName.toLowerCase(),
    fault: null as string | null,
  }
  if (!stepped || activeElement === document.body) return element
  state.before = activeElement
  const { top, bottom, width, height } = activeElement.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement)
  const unmarked = (outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none'
  // After the last element, Tab reaches the first one.
  const isSkipLink = activeElement.matches('a[href="#main"]')
  const isBehind =
    !isSkipLink &&
    before?.isConnected &&
    before.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_PRECEDING
  if (top >= innerHeight || bottom <= 0 || !width || !height) element.fault = `${name}: out of sight`
  else if (unmarked) element.fault = `${name}: not marked`
  else if (isBehind) element.fault = `${name}: before what came before it`
  return element
}

export const focused = (page: Page) => page.evaluate(describeFocus, false)

/**
 * A user without a mouse. `faults` collects each Tab that leaves the viewport, breaks the order or reaches
 * an element without a visible focus. With reduced motion the page does not move while it scrolls.
 */
export function keyboardOf(page: Page, faults: string[] = []) {
  async function tabTo(fits: (at: FocusState) => boolean, what: string) {
    let at = await focused(page)
    for (let presses = 0; presses < MAX_STEPS; presses++) {
      if (fits(at)) return
      await page.keyboard.press('Tab')
      at = await page.evaluate(describeFocus, true)
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
