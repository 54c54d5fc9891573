import {
  fitOnPage,
  type PageBox,
  type ShownRectangle,
  type SignatureSpot,
  shownSize,
  toSpot,
} from '#views/signature-places/plane.ts'

export const pageElement = (root: HTMLElement | null, page: number) =>
  root?.querySelector<HTMLElement>(`[data-page="${page}"]`)

interface DragStart {
  /** The distance from the corner of the rectangle to the pointer, in CSS pixels. */
  pointerOffset: { x: number; y: number }
  rectangle: ShownRectangle
  page: PageBox
}

/** How near an edge of the scroll container the pointer scrolls it, in CSS pixels. */
const SCROLL_EDGE = 36
/** How far each move of the pointer scrolls it, in CSS pixels. */
const SCROLL_STEP = 14

/**
 * Drags with the pointer over the pages until it is released. `onEnd` gets null if nothing was moved or the
 * drag was cancelled.
 */
export function drag(
  root: HTMLElement,
  boxes: PageBox[],
  { pointerOffset, rectangle, page }: DragStart,
  onMove: (spot: SignatureSpot) => void,
  onEnd: (spot: SignatureSpot | null) => void,
) {
  const abortController = new AbortController()
  const { signal } = abortController
  let lastSpot: SignatureSpot | null = null
  let currentPage = page
  const onPointerMove = (event: PointerEvent) => {
    const view = root.getBoundingClientRect()
    if (event.clientY < view.top + SCROLL_EDGE) root.scrollTop -= SCROLL_STEP
    if (event.clientY > view.bottom - SCROLL_EDGE) root.scrollTop += SCROLL_STEP
    currentPage = boxes.find((one) => isOver(pageElement(root, one.page), event.clientY)) ?? currentPage
    const paper = pageElement(root, currentPage.page)!.getBoundingClientRect()
    const scale = shownSize(currentPage).width / paper.width
    const left = (event.clientX - pointerOffset.x - paper.left) * scale
    const top = (event.clientY - pointerOffset.y - paper.top) * scale
    lastSpot = toSpot(currentPage, fitOnPage(currentPage, { ...rectangle, left, top }))
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
