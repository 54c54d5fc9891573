import { isOnPage, overlap, type PageBox, type SignatureSpot } from './plane.ts'

/** A place with whose it is. */
export interface OwnedSpot extends SignatureSpot {
  owner: string
}

/** off: it does not lie on its page, or there is no such page; overlap: it lies on another one. */
export type PlaceProblem =
  | { kind: 'off'; owner: string; page: number }
  | { kind: 'overlap'; owner: string; other: string; page: number }

/** What keeps these places from being signed in, of each place at most one thing. */
export function placeProblems(places: OwnedSpot[], pages: PageBox[]): PlaceProblem[] {
  return places.flatMap((place, index): PlaceProblem[] => {
    const { owner, page } = place
    const box = pages[page - 1]
    if (!box || !isOnPage(box, place)) return [{ kind: 'off', owner, page }]
    const under = places.slice(0, index).find((earlier) => overlap(earlier, place))
    return under ? [{ kind: 'overlap', owner, other: under.owner, page }] : []
  })
}
