/**
 * The visible part of a page, in points of the page's own coordinate system. The page is shown rotated by
 * `rotate` degrees clockwise. Pages count from 1.
 */
export interface PageBox {
  page: number
  x: number
  y: number
  width: number
  height: number
  rotate: 0 | 90 | 180 | 270
}

/**
 * The rectangle of a signature place, in points of the page's coordinate system, from the lower left corner.
 */
export interface SignatureSpot {
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A rectangle as the reader sees it, in points from the upper left corner of the shown page. */
export interface ShownRectangle {
  left: number
  top: number
  width: number
  height: number
}

const isSideways = ({ rotate }: Pick<PageBox, 'rotate'>) => rotate === 90 || rotate === 270

/** The size of the shown page, in points. */
export function shownSize(box: PageBox): { width: number; height: number } {
  const { width, height } = box
  return isSideways(box) ? { width: height, height: width } : { width, height }
}

/** Converts from the page's coordinates to those of the displayed page. */
export function toShown(box: PageBox, { x, y, width, height }: Omit<SignatureSpot, 'page'>): ShownRectangle {
  const fromLeft = x - box.x
  const fromBottom = y - box.y
  const fromRight = box.width - fromLeft - width
  const fromTop = box.height - fromBottom - height
  if (box.rotate === 90) return { left: fromBottom, top: fromLeft, width: height, height: width }
  if (box.rotate === 180) return { left: fromRight, top: fromBottom, width, height }
  if (box.rotate === 270) return { left: fromTop, top: fromRight, width: height, height: width }
  return { left: fromLeft, top: fromTop, width, height }
}

/** Converts from the shown page to the page's coordinates, rounded to a tenth of a point. */
export function toSpot(box: PageBox, shown: ShownRectangle): SignatureSpot {
  const { x, y, width, height } = onPage(box, shown)
  return {
    page: box.page,
    x: tenth(box.x + x),
    y: tenth(box.y + y),
    width: tenth(width),
    height: tenth(height),
  }
}

function onPage(box: PageBox, { left, top, width, height }: ShownRectangle) {
  const { width: pageWidth, height: pageHeight } = shownSize(box)
  const right = pageWidth - left - width
  const bottom = pageHeight - top - height
  if (box.rotate === 90) return { x: top, y: left, width: height, height: width }
  if (box.rotate === 180) return { x: right, y: top, width, height }
  if (box.rotate === 270) return { x: bottom, y: right, width: height, height: width }
  return { x: left, y: bottom, width, height }
}

const tenth = (points: number) => Math.round(points * 10) / 10

/** The smallest readable signature, in points; on a page smaller than this, as large as the page. */
export const MIN_SIGNATURE_SIZE = { width: 60, height: 24 }

/**
 * The nearest rectangle on the page that is at least `MIN_SIGNATURE_SIZE`, or as large as a smaller page.
 */
export function fitOnPage(box: PageBox, shown: ShownRectangle): ShownRectangle {
  const page = shownSize(box)
  const width = Math.min(Math.max(shown.width, MIN_SIGNATURE_SIZE.width), page.width)
  const height = Math.min(Math.max(shown.height, MIN_SIGNATURE_SIZE.height), page.height)
  const left = Math.min(Math.max(shown.left, 0), page.width - width)
  const top = Math.min(Math.max(shown.top, 0), page.height - height)
  return { left, top, width, height }
}

/** The tolerance, because places are rounded to a tenth of a point. */
const TOLERANCE = 0.2

export function isOnPage(box: PageBox, spot: SignatureSpot): boolean {
  const { left, top, width, height } = toShown(box, spot)
  const page = shownSize(box)
  return (
    left >= -TOLERANCE &&
    top >= -TOLERANCE &&
    left + width <= page.width + TOLERANCE &&
    top + height <= page.height + TOLERANCE
  )
}

export function overlap(one: SignatureSpot, other: SignatureSpot): boolean {
  return (
    one.page === other.page &&
    one.x + one.width > other.x + TOLERANCE &&
    other.x + other.width > one.x + TOLERANCE &&
    one.y + one.height > other.y + TOLERANCE &&
    other.y + other.height > one.y + TOLERANCE
  )
}

const ROWS = ['top', 'middle', 'bottom'] as const
const COLUMNS = ['Left', 'Center', 'Right'] as const

export type PagePosition = `${(typeof ROWS)[number]}${(typeof COLUMNS)[number]}`

/** The ninth of the shown page that contains the centre of the place. */
export function pagePosition(box: PageBox, spot: SignatureSpot): PagePosition {
  const { left, top, width, height } = toShown(box, spot)
  const page = shownSize(box)
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(3 * share)))
  const row = ROWS[third((top + height / 2) / page.height)]!
  const column = COLUMNS[third((left + width / 2) / page.width)]!
  return `${row}${column}`
}
