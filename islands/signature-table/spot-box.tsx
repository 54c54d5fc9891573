import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import {
  fitOnPage,
  type PageBox,
  type ShownRectangle,
  type SignatureSpot,
  shownSize,
  toShown,
  toSpot,
} from '#views/signature-places/plane.ts'
import { drag, pageElement } from './drag.ts'
import { idOf, type ShownPlace } from './places.ts'
import { useWords } from './words.ts'

interface Props {
  place: ShownPlace
  boxes: PageBox[]
  /** The element that contains the pages as `[data-page]`. */
  pages: () => HTMLElement | null
  onMove: (spot: SignatureSpot) => void
  onRemove?: () => void
}

/** How many points an arrow key moves the box, without and with Shift. */
const STEP = 4
const LARGE_STEP = 24

/** The box of one signature place on its page, moved by dragging or by keys. */
export function SpotBox({ place, boxes, pages, onMove, onRemove }: Props) {
  const t = useWords()
  const [draggedSpot, setDraggedSpot] = useState<SignatureSpot | null>(null)
  const spot = draggedSpot ?? place.spot
  const homePage = boxes[Math.min(place.spot.page, boxes.length) - 1]!
  const currentPage = boxes[Math.min(spot.page, boxes.length) - 1]!
  const displayed = toShown(currentPage, spot)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const newSpot = movedByKey(event, { box: homePage, boxes, spot: place.spot })
    const isRemoval = onRemove && (event.key === 'Delete' || event.key === 'Backspace')
    if (!newSpot && !isRemoval) return
    event.preventDefault()
    if (isRemoval) onRemove()
    else onMove(newSpot!)
  }

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    const root = pages()
    if (event.button !== 0 || !root) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    const rect = event.currentTarget.getBoundingClientRect()
    const pointerOffset = { x: event.clientX - rect.left, y: event.clientY - rect.top }
    const dragStart = { pointerOffset, rectangle: displayed, page: homePage }
    drag(root, boxes, dragStart, setDraggedSpot, (end) => {
      setDraggedSpot(null)
      if (end) onMove(end)
    })
  }

  const offset = offsetOf(pages(), place.spot.page, spot.page)
  return (
    <button
      type="button"
      id={idOf(place)}
      className={`pdf-spot ${place.problem ? 'pdf-spot-wrong' : ''}`}
      aria-label={t('places.box', {
        name: place.name || t('places.nobody'),
        page: spot.page,
        where: t(`places.where.${place.where}`),
      })}
      aria-describedby="places-keys"
      style={styleOf(displayed, currentPage, offset)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <span className="pdf-spot-name">{place.name || t('places.nobody')}</span>
    </button>
  )
}

function styleOf({ left, top, width, height }: ShownRectangle, box: PageBox, offset: number) {
  const page = shownSize(box)
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`
  return {
    left: share(left, page.width),
    top: share(top, page.height),
    width: share(width, page.width),
    height: share(height, page.height),
    transform: offset ? `translateY(${offset}px)` : undefined,
  }
}

/**
 * During a drag the box remains a child of its original page, shifted by the pixels between the two pages.
 */
function offsetOf(root: HTMLElement | null, from: number, to: number): number {
  if (from === to) return 0
  const homePage = pageElement(root, from)
  const currentPage = pageElement(root, to)
  if (!homePage || !currentPage) return 0
  return currentPage.getBoundingClientRect().top - homePage.getBoundingClientRect().top
}

interface KeyMove {
  box: PageBox
  boxes: PageBox[]
  spot: SignatureSpot
}

function movedByKey({ key, shiftKey }: KeyboardEvent, { box, boxes, spot }: KeyMove): SignatureSpot | null {
  const distance = shiftKey ? LARGE_STEP : STEP
  const displayed = toShown(box, spot)
  const change = (part: Partial<ShownRectangle>) =>
    toSpot(box, fitOnPage(box, Object.assign({}, displayed, part)))
  const { left, top, width, height } = displayed
  const turnTo = (page: number) => {
    const next = boxes[page - 1]
    return next ? toSpot(next, fitOnPage(next, displayed)) : null
  }
  const moves = new Map<string, () => SignatureSpot | null>([
    ['ArrowLeft', () => change({ left: left - distance })],
    ['ArrowRight', () => change({ left: left + distance })],
    ['ArrowUp', () => change({ top: top - distance })],
    ['ArrowDown', () => change({ top: top + distance })],
    ['PageUp', () => turnTo(spot.page - 1)],
    ['PageDown', () => turnTo(spot.page + 1)],
    ['+', () => change({ width: width + 2 * STEP, height: height + STEP })],
    ['=', () => change({ width: width + 2 * STEP, height: height + STEP })],
    ['-', () => change({ width: width - 2 * STEP, height: height - STEP })],
  ])
  return moves.get(key)?.() ?? null
}
