import { AppError } from '#src/core/errors.ts'
import type { PageBox, SignatureSpot } from '#views/signature-places/plane.ts'
import { type OwnedSpot, placeProblems } from '#views/signature-places/problems.ts'

export { firstSpots } from '#views/signature-places/first-spots.ts'
export type { SignatureSpot }

/** So many places at most of one person, and of all together: each is a signature of its own. */
export const MOST_PLACES = { each: 10, all: 40 }

/**
 * Throws PLACE_OFF_PAGE or PLACE_OVERLAP where a signature would stand outside its page or on another one;
 * `nameOf` tells who signs at a place.
 */
export function refuseBadPlaces(places: OwnedSpot[], pages: PageBox[], nameOf: (owner: string) => string) {
  const [problem] = placeProblems(places, pages)
  if (!problem) return
  const { page } = problem
  const name = nameOf(problem.owner)
  if (problem.kind === 'off') throw new AppError('PLACE_OFF_PAGE', { name, page })
  throw new AppError('PLACE_OVERLAP', { name, other: nameOf(problem.other), page })
}
