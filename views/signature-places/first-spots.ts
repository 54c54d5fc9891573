import { overlap, type PageBox, type SignatureSpot, shownSize, toSpot } from './plane.ts'

const SIZE = { width: 170, height: 56 }
const MARGIN = 56
const GAP = 14
/** The distance of the lowest places from the bottom of the page. */
const BOTTOM_MARGIN = 3 * GAP

/** Places on one page in two columns, from the bottom upwards as the reader sees it. */
function slotsOn(page: PageBox, count: number): SignatureSpot[] {
  const { width, height } = shownSize(page)
  const margin = Math.min(MARGIN, width / 10)
  const columns = width - 2 * margin >= 2 * 70 + GAP ? 2 : 1
  const slotWidth = Math.min(SIZE.width, (width - 2 * margin - (columns - 1) * GAP) / columns)
  const foot = Math.min(BOTTOM_MARGIN, height / 10)
  const rows = Math.max(1, Math.ceil(count / columns))
  const slotHeight = Math.min(SIZE.height, (height - foot - GAP) / rows - GAP)
  return Array.from({ length: rows * columns }, (_, index) => {
    const row = Math.floor(index / columns)
    const isRight = index % columns === 1
    return toSpot(page, {
      left: isRight ? width - margin - slotWidth : margin,
      top: height - foot - (row + 1) * slotHeight - row * GAP,
      width: slotWidth,
      height: slotHeight,
    })
  })
}

/**
 * Default places for `count` signatories on the last page; they overlap neither each other nor `usedSpots`.
 * Deterministic, so that a person keeps the same place as long as it is free.
 */
export function firstSpots(
  count: number,
  pages: PageBox[],
  usedSpots: SignatureSpot[] = [],
): SignatureSpot[] {
  const lastPage = pages.at(-1)
  if (!lastPage) return []
  const slots = slotsOn(lastPage, count + usedSpots.filter(({ page }) => page === lastPage.page).length)
  const freeSlots = slots.filter((slot) => !usedSpots.some((one) => overlap(one, slot)))
  const spots: SignatureSpot[] = []
  for (let index = 0; index < count; index++) {
    const preferredSlot = slots[index]!
    const isFree = (slot: SignatureSpot) => freeSlots.includes(slot) && !spots.includes(slot)
    spots.push(
      isFree(preferredSlot)
        ? preferredSlot
        : (slots.slice(count).find(isFree) ?? freeSlots.find(isFree) ?? preferredSlot),
    )
  }
  return spots
}
