import {
  fitOnPage,
  type PageBox,
  type ShownRectangle,
  type SignatureSpot,
  shownSize,
  toSpot,
} from '#views/signature-places/plane.ts'

export const pageOf = (root: HTMLElement | null, page: number) =>
  root?.querySelector<HTMLElement>(`[data-page="${page}"]`)

interface Grip {
  /** The distance from the corner of the box to the pointer, in CSS pixels. */
  grip: { x: number; y: number }
  shown: ShownRectangle
  from: PageBox
}

/**
 * The distance from an edge of the scroll container within which the pointer scrolls it, and the step, in
 * CSS pixels.
 */
const SCROLL_EDGE = 36
const SCROLL_STEP = 14

/**
 * Drags with the pointer over the pages until it is released. `onEnd` gets null if nothing was moved or the
 * drag was cancelled.
 */
export function drag(
  root: HTMLElement,
  boxes: PageBox[],
  { grip, shown, from }: Grip,
  onMove: (spot: SignatureSpot) => void,
  onEnd: (spot: SignatureSpot | null) => void,
) {
  const abortController = new AbortController()
  const { signal } = abortController
  let lastSpot: SignatureSpot | null = null
  let page = from
  const onPointerMove = (event: PointerEvent) => {
    const view = root.getBoundingClientRect()
    if (event.clientY < view.top + SCROLL_EDGE) root.scrollTop -= SCROLL_STEP
    if (event.clientY > view.bottom - SCROLL_EDGE) root.scrollTop += SCROLL_STEP
    page = boxes.find((one) => isOver(pageOf(root, one.page), event.clientY)) ?? page
    const paper = pageOf(root, page.page)!.getBoundingClientRect()
    const scale = shownSize(page).width / paper.width
    const left = (event.clientX - grip.x - paper.left) * scale
    const top = (event.clientY - grip.y - paper.top) * scale
    lastSpot = toSpot(page, fitOnPage(page, { left, top, width: shown.width, height: shown.height }))
    onMove(lastSpot)
  }
  const end = (spot: SignatureSpot | null) => {
    abortController.abort()
    onEnd(spot)
  }
  addEventListener('pointermove', onPointerMove, { signal })
  addEventListener('pointerup', () => end(lastSpot), { signal })
  addEventListener('pointercancel', () => end(null), { signal })
}

function isOver(page: HTMLElement | null | undefined, y: number): boolean {
  if (!page) return false
  const { top, bottom } = page.getBoundingClientRect()
  return y >= top && y <= bottom
}
