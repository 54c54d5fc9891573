import { AppError } from '#src/core/errors.ts'
import type { PageBox, SignatureSpot } from '#views/signature-places/plane.ts'
import { type OwnedSpot, placeProblems } from '#views/signature-places/problems.ts'

export { firstSpots } from '#views/signature-places/first-spots.ts'
export type { SignatureSpot }

/** The most places of one signatory and of all together; each place is a separate signature. */
export const MAX_PLACES = { each: 10, all: 40 }

/**
 * Throws PLACE_OFF_PAGE or PLACE_OVERLAP when a signature would be outside its page or on another one;
 * `nameOf` returns the signatory's name for the message.
 */
export function refuseBadPlaces(places: OwnedSpot[], pages: PageBox[], nameOf: (owner: string) => string) {
  const [problem] = placeProblems(places, pages)
  if (!problem) return
  const { page } = problem
  const name = nameOf(problem.owner)
  if (problem.kind === 'off') throw new AppError('PLACE_OFF_PAGE', { name, page })
  throw new AppError('PLACE_OVERLAP', { name, other: nameOf(problem.other), page })
}
