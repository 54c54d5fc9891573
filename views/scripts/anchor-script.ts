/** Scrolls smoothly to a section of the page within a second; immediately if reduced motion is preferred. */

const DURATION = 1000
const ANCHOR = /^[a-z][a-z-]{0,40}$/

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const ease = (share: number) => (share < 0.5 ? 2 * share ** 2 : 1 - (2 - 2 * share) ** 2 / 2)
const scrollImmediately = (top: number) => scrollTo({ top, behavior: 'instant' })

function scrollSmoothly(top: () => number, onEnd?: () => void) {
  if (prefersReducedMotion()) {
    scrollImmediately(top())
    return onEnd?.()
  }
  const startTop = scrollY
  const start = performance.now()
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  // The animation stops when the user scrolls.
  for (const event of ['wheel', 'touchstart', 'keydown']) addEventListener(event, stop, { once: true })
  const step = () => {
    if (isStopped) return
    const share = Math.min((performance.now() - start) / DURATION, 1)
    scrollImmediately(startTop + (top() - startTop) * ease(share))
    if (share < 1) requestAnimationFrame(step)
    else onEnd?.()
  }
  requestAnimationFrame(step)
}

/**
 * The section that the address names. Uses only ids that exist on this page, so that text of an address
 * never becomes a selector or markup.
 */
function sectionOf(search: string): HTMLElement | null {
  const anchor = new URLSearchParams(search).get('anchor') ?? ''
  return ANCHOR.test(anchor) ? document.getElementById(anchor) : null
}

function glideTo(section: HTMLElement) {
  const topPadding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const top = () => section.getBoundingClientRect().top + scrollY - topPadding
  scrollSmoothly(top, () => section.focus({ preventScroll: true }))
}

/** Closes the open menus, except the one that contains `within`. */
export function closeDropdowns(within: Node | null) {
  for (const openMenu of document.querySelectorAll<HTMLDetailsElement>('details[data-dropdown][open]'))
    if (!openMenu.contains(within)) openMenu.open = false
}

/** Lets a link to a section of this page scroll there instead of loading the page again. */
function followSectionLink(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (link.origin !== location.origin || link.pathname !== location.pathname || link.hash) return
  const section = sectionOf(link.search)
  if (!section && !('brand' in link.dataset)) return
  event.preventDefault()
  if ('popover' in HTMLElement.prototype)
    for (const openMenu of document.querySelectorAll<HTMLElement>(':popover-open')) openMenu.hidePopover()
  closeDropdowns(null)
  if (section) glideTo(section)
  else scrollSmoothly(() => 0)
}

export function startAnchors() {
  document.addEventListener('click', followSectionLink)
  const section = sectionOf(location.search)
  if (section) glideTo(section)
}
