import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { readCookie } from '#src/http/cookies.ts'
import type { Ctx } from '#src/http/web.ts'
import { findEntered, type Turn } from './signer-link.ts'

export const entranceCookie = (signatoryId: string) => `${config.secure ? '__Host-' : ''}sign-${signatoryId}`

export const turnEntered = (c: Ctx, id: string) =>
  findEntered(c.var.db, id, readCookie(c, entranceCookie(id)))

/**
 * The signing step of a person who has entered. Everybody else gets a page that explains how to enter,
 * whether the address exists or not.
 */
export async function enteredTurn(c: Ctx): Promise<Turn> {
  const turn = await turnEntered(c, c.req.param('id') ?? '')
  if (!turn) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  return turn
}
