import { generateKeyBetween } from 'fractional-indexing'
import type { Move } from '#src/core/reorder.ts'

export interface PositionedFaq {
  id: string
  position: string
  archived_at: Date | null
}

/**
 * The position after the move, among all questions in their order; null if the question is there already.
 */
export function positionAfter(
  faqs: PositionedFaq[],
  { id, position }: PositionedFaq,
  move: Move,
): string | null {
  const otherFaqs = faqs.filter((one) => one.id !== id)
  const follower = followerIn(
    otherFaqs.filter((one) => !one.archived_at),
    position,
    move,
  )
  if (follower === undefined) return null
  const previousFaq = otherFaqs.filter((one) => follower === null || one.position < follower).at(-1)
  return generateKeyBetween(previousFaq?.position ?? null, follower)
}

/**
 * The position of the next question after the move; null at the end, undefined if the order is unchanged.
 */
function followerIn(
  presentRows: PositionedFaq[],
  ownPosition: string,
  move: Move,
): string | null | undefined {
  const earlierFaqs = presentRows.filter(({ position }) => position < ownPosition)
  const laterFaqs = presentRows.filter(({ position }) => position > ownPosition)
  if (move === 'first') return earlierFaqs[0]?.position
  if (move === 'up') return earlierFaqs.at(-1)?.position
  if (move === 'last') return laterFaqs.length ? null : undefined
  if (move === 'down') return laterFaqs.length ? (laterFaqs[1]?.position ?? null) : undefined
  const target = presentRows.findIndex(({ id }) => id === ('before' in move ? move.before : move.behind))
  if (target < 0) return
  return presentRows[target + ('before' in move ? 0 : 1)]?.position ?? null
}
