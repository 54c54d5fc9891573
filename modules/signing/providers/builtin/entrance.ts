import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { readCookie } from '#src/http/cookies.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import { findEntered, type Turn } from './signer-link.ts'

export const entranceCookie = (signatoryId: string) => `${config.secure ? '__Host-' : ''}sign-${signatoryId}`

export const turnEntered = (c: Ctx, id: string) =>
  findEntered(c.var.db, id, readCookie(c, entranceCookie(id)))

/**
 * Answers a person who has entered. Everybody else is led to the page that sends a new code, whether the
 * address exists or not; throws NOT_FOUND to a program.
 */
export async function whenEntered(
  c: Ctx,
  answer: (turn: Turn) => Response | Promise<Response>,
): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const turn = await turnEntered(c, id)
  if (turn) return answer(turn)
  if (!isId(id)) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  if (wantsJson(c)) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  return goTo(c, `/signing/${id}/again`)
}
