/** Where somebody signs: points of the page's own plane, from its lower left corner; pages count from 1. */
export interface SignatureSpot {
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A page's visible rectangle, in the same points. */
export type PageBox = Omit<SignatureSpot, 'page'>

const A4: PageBox = { x: 0, y: 0, width: 595, height: 842 }
const SIZE = { width: 170, height: 56 }
const MARGIN = 56
const GAP = 14

/** Until somebody places it: on the last page, two beside each other from its foot upwards. */
export function firstSpot(
  index: number,
  { pages, lastPage }: { pages: number; lastPage: PageBox | null },
): SignatureSpot {
  const box = lastPage ?? A4
  const width = Math.min(SIZE.width, (box.width - 3 * GAP) / 2)
  const right = index % 2 === 1
  const x = right
    ? box.x + box.width - Math.min(MARGIN, box.width / 10) - width
    : box.x + Math.min(MARGIN, box.width / 10)
  const rows = Math.max(1, Math.floor((box.height - 2 * GAP) / (SIZE.height + GAP)))
  const y = box.y + GAP * 3 + (Math.floor(index / 2) % rows) * (SIZE.height + GAP)
  return { page: pages, x: Math.round(x), y: Math.round(y), width: Math.round(width), height: SIZE.height }
}
