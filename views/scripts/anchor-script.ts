/** Scrolls smoothly to a section of the page within a second; at once if reduced motion is preferred. */

const DURATION = 1000
const ANCHOR = /^[a-z][a-z-]{0,40}$/

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const eased = (share: number) => (share < 0.5 ? 2 * share ** 2 : 1 - (2 - 2 * share) ** 2 / 2)
const jump = (top: number) => scrollTo({ top, behavior: 'instant' })

function glide(top: () => number, done?: () => void) {
  if (still()) {
    jump(top())
    return done?.()
  }
  const from = scrollY
  const start = performance.now()
  let stopped = false
  const stop = () => {
    stopped = true
  }
  // Scrolling by the person stops the animation.
  for (const event of ['wheel', 'touchstart', 'keydown']) addEventListener(event, stop, { once: true })
  const step = () => {
    if (stopped) return
    const share = Math.min((performance.now() - start) / DURATION, 1)
    jump(from + (top() - from) * eased(share))
    if (share < 1) requestAnimationFrame(step)
    else done?.()
  }
  requestAnimationFrame(step)
}

/** Uses only ids that exist on this page: text of an address never becomes a selector or markup. */
function sectionOf(search: string): HTMLElement | null {
  const anchor = new URLSearchParams(search).get('anchor') ?? ''
  return ANCHOR.test(anchor) ? document.getElementById(anchor) : null
}

function glideTo(section: HTMLElement) {
  const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const top = () => section.getBoundingClientRect().top + scrollY - below
  glide(top, () => section.focus({ preventScroll: true }))
}

/** Closes the open menus, except the one that holds an element. */
export function closeDropdowns(within: Node | null) {
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details[data-dropdown][open]'))
    if (!open.contains(within)) open.open = false
}

/** A link to a section of the open page scrolls there instead of loading the page again. */
function followHere(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (link.origin !== location.origin || link.pathname !== location.pathname || link.hash) return
  const section = sectionOf(link.search)
  if (!section && !('brand' in link.dataset)) return
  event.preventDefault()
  if ('popover' in HTMLElement.prototype)
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
  closeDropdowns(null)
  if (section) glideTo(section)
  else glide(() => 0)
}

export function startAnchors() {
  document.addEventListener('click', followHere)
  const section = sectionOf(location.search)
  if (section) glideTo(section)
}
