/**
 * The visible part of a page: points of the page's own plane, `rotate` degrees clockwise before it is shown.
 * Pages count from 1.
 */
export interface PageBox {
  page: number
  x: number
  y: number
  width: number
  height: number
  rotate: 0 | 90 | 180 | 270
}

/** Where somebody signs: points of the page's own plane, from its lower left corner. */
export interface SignatureSpot {
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A rectangle on the page as its reader sees it: points from the upper left corner. */
export interface Shown {
  left: number
  top: number
  width: number
  height: number
}

const liesAcross = ({ rotate }: Pick<PageBox, 'rotate'>) => rotate === 90 || rotate === 270

/** How large the page is for its reader, in points. */
export function shownSize(box: PageBox): { width: number; height: number } {
  const { width, height } = box
  return liesAcross(box) ? { width: height, height: width } : { width, height }
}

/** Where a place on a page is for its reader. */
export function toShown(box: PageBox, { x, y, width, height }: Omit<SignatureSpot, 'page'>): Shown {
  const fromLeft = x - box.x
  const fromBottom = y - box.y
  const fromRight = box.width - fromLeft - width
  const fromTop = box.height - fromBottom - height
  if (box.rotate === 90) return { left: fromBottom, top: fromLeft, width: height, height: width }
  if (box.rotate === 180) return { left: fromRight, top: fromBottom, width, height }
  if (box.rotate === 270) return { left: fromTop, top: fromRight, width: height, height: width }
  return { left: fromLeft, top: fromTop, width, height }
}

/** The place on the page of what its reader sees there, to a tenth of a point. */
export function toSpot(box: PageBox, shown: Shown): SignatureSpot {
  const { x, y, width, height } = onPage(box, shown)
  return {
    page: box.page,
    x: tenth(box.x + x),
    y: tenth(box.y + y),
    width: tenth(width),
    height: tenth(height),
  }
}

function onPage(box: PageBox, { left, top, width, height }: Shown) {
  const { width: whole, height: high } = shownSize(box)
  const right = whole - left - width
  const bottom = high - top - height
  if (box.rotate === 90) return { x: top, y: left, width: height, height: width }
  if (box.rotate === 180) return { x: right, y: top, width, height }
  if (box.rotate === 270) return { x: bottom, y: right, width: height, height: width }
  return { x: left, y: bottom, width, height }
}

const tenth = (points: number) => Math.round(points * 10) / 10

/** A signature is readable from this size on, in points; a page that is smaller has smaller ones. */
export const LEAST = { width: 60, height: 24 }

/** The nearest rectangle that lies on the page and is no smaller than can be signed in. */
export function within(box: PageBox, shown: Shown): Shown {
  const page = shownSize(box)
  const width = Math.min(Math.max(shown.width, LEAST.width), page.width)
  const height = Math.min(Math.max(shown.height, LEAST.height), page.height)
  const left = Math.min(Math.max(shown.left, 0), page.width - width)
  const top = Math.min(Math.max(shown.top, 0), page.height - height)
  return { left, top, width, height }
}

/** Places are kept to a tenth of a point, so that an edge may come out that far beyond another. */
const SLACK = 0.2

export function isOnPage(box: PageBox, spot: SignatureSpot): boolean {
  const { left, top, width, height } = toShown(box, spot)
  const page = shownSize(box)
  return (
    left >= -SLACK &&
    top >= -SLACK &&
    left + width <= page.width + SLACK &&
    top + height <= page.height + SLACK
  )
}

export function overlap(one: SignatureSpot, other: SignatureSpot): boolean {
  return (
    one.page === other.page &&
    one.x + one.width > other.x + SLACK &&
    other.x + other.width > one.x + SLACK &&
    one.y + one.height > other.y + SLACK &&
    other.y + other.height > one.y + SLACK
  )
}

const ROWS = ['top', 'middle', 'bottom'] as const
const COLUMNS = ['Left', 'Center', 'Right'] as const

export type Whereabouts = `${(typeof ROWS)[number]}${(typeof COLUMNS)[number]}`

/** In which ninth of the page a place is for its reader, by its middle. */
export function whereabouts(box: PageBox, spot: SignatureSpot): Whereabouts {
  const { left, top, width, height } = toShown(box, spot)
  const page = shownSize(box)
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(3 * share)))
  const row = ROWS[third((top + height / 2) / page.height)]!
  const column = COLUMNS[third((left + width / 2) / page.width)]!
  return `${row}${column}`
}
