import { AppError } from '#src/core/errors.ts'
import type { PageBox, SignatureSpot } from '#views/signature-places/plane.ts'
import { type OwnedSpot, placeProblems } from '#views/signature-places/problems.ts'

export { firstSpots } from '#views/signature-places/first-spots.ts'
export type { SignatureSpot }

/** Maximum number of places per signatory and in total; each place is a separate signature. */
export const MAX_PLACES = { each: 10, all: 40 }

/**
 * Throws PLACE_OFF_PAGE if a signature would extend beyond its page, PLACE_OVERLAP if it would cover another
 * one; `nameOf` returns the signatory's name for the message.
 */
export function refuseBadPlaces(places: OwnedSpot[], pages: PageBox[], nameOf: (owner: string) => string) {
  const [problem] = placeProblems(places, pages)
  if (!problem) return
  const { page } = problem
  const name = nameOf(problem.owner)
  if (problem.kind === 'off') throw new AppError('PLACE_OFF_PAGE', { name, page })
  throw new AppError('PLACE_OVERLAP', { name, other: nameOf(problem.other), page })
}
