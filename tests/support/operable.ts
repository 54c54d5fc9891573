import type { Page } from 'playwright'
import { type PageCheck, WIDE_WINDOW } from './walk.ts'

/**
 * Checks that each focusable element shows a focus ring, of which no fixed element hides more than half
 * (WCAG 2.4.7, 2.4.11). Runs in the page.
 */
export function hiddenFocus(): string[] {
  const within =
    [...document.querySelectorAll('dialog[open], :popover-open')].at(-1)?.getAttribute('id') ?? ''
  const root = document.getElementById(within) ?? document.querySelector('dialog[open]') ?? document
  const named = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]'
  const stays = (element: Element | null): Element | null => {
    if (!element) return null
    return ['fixed', 'sticky'].includes(getComputedStyle(element).position)
      ? element
      : stays(element.parentElement)
  }
  const covers = (over: Element | null, element: Element) => {
    if (!over || element.contains(over) || over.contains(element)) return false
    const layer = stays(over)
    return layer !== null && !layer.contains(element)
  }
  return [...root.querySelectorAll<HTMLElement>(named)].flatMap((one) => {
    const taken =
      one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled')
    if (!taken) return []
    one.blur()
    one.focus({ focusVisible: true } as FocusOptions)
    for (const moving of document.getAnimations()) moving.finish()
    const label = one.outerHTML.slice(0, 140)
    if (document.activeElement !== one) return [`does not take the focus: ${label}`]
    // A file input is transparent, and a hidden checkbox or radio button has its label; the element around
    // or the label shows the focus.
    const frame = one.matches('[type=file]')
      ? one.closest('.input')
      : one.matches('input.sr-only')
        ? ((one as HTMLInputElement).labels?.[0] ?? null)
        : null
    const style = getComputedStyle(frame ?? one)
    const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    const box = (frame ?? one).getBoundingClientRect()
    const left = Math.max(box.left, 0)
    const top = Math.max(box.top, 0)
    const right = Math.min(box.right, innerWidth)
    const bottom = Math.min(box.bottom, innerHeight)
    if (right - left < 2 || bottom - top < 2) return [`has the focus out of sight: ${label}`]
    const covered = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].filter((y) =>
        covers(document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y), frame ?? one),
      ),
    )
    return [
      ...(ring ? [] : [`has the focus without a ring: ${label}`]),
      ...(covered.length > 4
        ? [`has the focus, but ${covered.length} of 9 points are covered: ${label}`]
        : []),
      ...(one.tabIndex > 0 ? [`stands out of order: ${label}`] : []),
    ]
  })
}

/**
 * Checks in forced colours that every field has a border, and that a selected or current element differs by
 * more than its background.
 */
export function lostInForcedColours(): string[] {
  const shown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2
  const edges = (element: Element) => {
    const style = getComputedStyle(element)
    return ['top', 'right', 'bottom', 'left'].filter(
      (side) =>
        style.getPropertyValue(`border-${side}-style`) !== 'none' &&
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0,
    ).length
  }
  const fields = [
    ...document.querySelectorAll('input:not([type=hidden], [type=file]), .input, select, textarea, .btn'),
  ]
  const bareFields = fields.filter((one) => shown(one) && edges(one) === 0)
  const appearanceOf = (element: Element) => {
    const style = getComputedStyle(element)
    // An unfinished transition would still show the old colour.
    if (style.color) for (const moving of document.getAnimations()) moving.finish()
    return [
      'border-color',
      'border-width',
      'outline-style',
      'text-decoration-line',
      'color',
      'background-color',
    ]
      .map((name) => style.getPropertyValue(name))
      .join()
  }
  const states = ['aria-pressed', 'aria-current', 'aria-selected'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]:not([${name}=false])`)].map((one) => [name, one] as const),
  )
  const alike = states.filter(([name, one]) => {
    const value = one.getAttribute(name)!
    const onAppearance = appearanceOf(one)
    one.removeAttribute(name)
    const offAppearance = appearanceOf(one)
    one.setAttribute(name, value)
    return shown(one) && onAppearance === offAppearance
  })
  return [
    ...bareFields.map((one) => `has no edge: ${one.outerHTML.slice(0, 120)}`),
    ...alike.map(([name, one]) => `${name} does not show: ${one.outerHTML.slice(0, 120)}`),
  ]
}

/** The expected autocomplete value of a field, by its name (WCAG 1.3.5, 3.3.8). */
const FILLED_BY: Record<string, RegExp> = {
  login: /^username$/,
  username: /^(username|off)$/,
  password: /^(new|current)-password$/,
  confirmPassword: /^new-password$/,
  originPassword: /^current-password$/,
  email: /^(email|off)$/,
  mobile: /^(tel|off)$/,
  // The secret of a client at an identity provider.
  secret: /^off$/,
  code: /^one-time-code$/,
  companyName: /^organization$/,
  typed: /^name$/,
}

/**
 * Checks for fields that block a password manager or the clipboard, puzzles without an alternative, and
 * dragging without another way.
 */
export async function barred(page: Page): Promise<string[]> {
  return page.evaluate(
    (filledBy) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')]
      const misfilled = fields.filter(({ name, type, autocomplete, form }) => {
        // The codes of templates, documents, discounts and seals are no credentials.
        if (
          /^\/(desk\/(templates\/|coupons)|verify|mgmt\/acct-info\/seals)/.test(
            form?.getAttribute('action') ?? '',
          )
        )
          return false
        const expectedValue = filledBy[name] ?? (type === 'password' ? 'password$' : undefined)
        return expectedValue !== undefined && !new RegExp(expectedValue).test(autocomplete)
      })
      const unpasted = fields.filter(
        (one) => !one.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      )
      const puzzles = [...document.querySelectorAll('input[name=captcha]')].filter(
        (one) => !one.closest('form')?.querySelector('[name=otherCaptcha]'),
      )
      const dragged = [...document.querySelectorAll('[draggable=true], [data-signature-pad]')].filter(
        (one) => !one.matches('form:has([name=kind][value=typed]) *') && !one.closest('tr:has([data-moves])'),
      )
      const help = document.querySelector('.shortcut')
      const content = document.querySelector('main')
      const misplaced =
        help && content && !(content.compareDocumentPosition(help) & Node.DOCUMENT_POSITION_FOLLOWING)
      const say = (words: string) => (one: Element) => `${words}: ${one.outerHTML.slice(0, 120)}`
      return [
        ...misfilled.map(say('is not filled by what it asks for')),
        ...unpasted.map(say('takes no paste')),
        ...puzzles.map(say('is a puzzle without another way')),
        ...dragged.map(say('is to be dragged, and nothing else')),
        ...(misplaced ? ['help stands elsewhere than on the other pages'] : []),
      ]
    },
    Object.fromEntries(Object.entries(FILLED_BY).map(([name, { source }]) => [name, source])),
  )
}

const CONTROLS = new Set(
  'button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton menuitem tab Date'.split(
    ' ',
  ),
)

/** Controls without a name in the browser's accessibility tree. */
export async function unnamed(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role, name }) => !ignored && CONTROLS.has(role?.value) && !name?.value?.trim())
    .map(({ role, nodeId }) => `a ${role?.value} without a name (${nodeId})`)
}

/** Click targets narrower or lower than 24 px, except inside a sentence (WCAG 2.5.8). */
export function smallTargets(): string[] {
  // What only a screen reader finds cannot be pressed.
  const isClipped = (one: Element | null): boolean =>
    one !== null && (getComputedStyle(one).clipPath === 'inset(50%)' || isClipped(one.parentElement))
  const allTargets = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, summary'),
  ]
  return allTargets.flatMap((one) => {
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
    const isShown = one.checkVisibility() && width > 1 && height > 1 && !isClipped(one)
    const inSentence = getComputedStyle(one).display === 'inline'
    return isShown && !inSentence && (width < 23.5 || height < 23.5)
      ? [`${Math.round(width)} × ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`]
      : []
  })
}

/**
 * Checks that all users can name, reach and see the controls. The last check switches to forced colours and
 * back.
 */
const CHECKS: PageCheck['checks'] = {
  'names every control': unnamed,
  'bars nobody': barred,
  'shows what has the focus': (page) => page.evaluate(hiddenFocus),
  'keeps its states in forced colours': async (page) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.waitForFunction(() => matchMedia('(forced-colors: active)').matches)
    const faults = await page.evaluate(lostInForcedColours)
    await page.emulateMedia({ forcedColors: 'none' })
    return faults
  },
}

export const operable = (stands: PageCheck['stands']): PageCheck => ({
  stands,
  viewport: WIDE_WINDOW,
  checks: CHECKS,
})
