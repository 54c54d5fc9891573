import { isOnPage, overlap, type PageBox, type SignatureSpot } from './plane.ts'

/** A place and its owner. */
export interface OwnedSpot extends SignatureSpot {
  owner: string
}

/** off: the place is not within its page, or the page does not exist; overlap: it overlaps another place. */
export type PlaceProblem =
  | { kind: 'off'; owner: string; page: number }
  | { kind: 'overlap'; owner: string; other: string; page: number }

/** The problems of these places, at most one for each place. */
export function placeProblems(places: OwnedSpot[], pages: PageBox[]): PlaceProblem[] {
  return places.flatMap((place, index): PlaceProblem[] => {
    const { owner, page } = place
    const box = pages[page - 1]
    if (!box || !isOnPage(box, place)) return [{ kind: 'off', owner, page }]
    const overlapped = places.slice(0, index).find((earlier) => overlap(earlier, place))
    return overlapped ? [{ kind: 'overlap', owner, other: overlapped.owner, page }] : []
  })
}
