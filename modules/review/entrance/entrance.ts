import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { readCookie } from '#src/http/cookies.ts'
import type { Ctx } from '#src/http/web.ts'
import type { Turn } from '../review-step.ts'
import { findEntered } from './link.ts'

export const entranceCookie = (reviewerId: string) => `${config.secure ? '__Host-' : ''}review-${reviewerId}`

export const readEnteredTurn = (c: Ctx, reviewerId: string) =>
  findEntered(c.var.db, reviewerId, readCookie(c, entranceCookie(reviewerId)))

/**
 * The review step of an authenticated reviewer. Anyone else gets a page that explains how to enter, whether
 * the address exists or not.
 */
export async function requireEnteredTurn(c: Ctx): Promise<Turn> {
  const turn = await readEnteredTurn(c, c.req.param('id') ?? '')
  if (!turn) throw new AppError('NOT_FOUND', {}, 'review.problem.outside')
  return turn
}
