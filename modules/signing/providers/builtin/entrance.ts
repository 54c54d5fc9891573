import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { readCookie } from '#src/http/cookies.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import { findEntered, stepOf, type Turn } from './signer-link.ts'

export const entranceCookie = (signatoryId: string) => `${config.secure ? '__Host-' : ''}sign-${signatoryId}`

export const findEnteredTurn = (c: Ctx, id: string) =>
  findEntered(c.var.db, id, readCookie(c, entranceCookie(id)))

type TurnHandler = (turn: Turn) => Response | Promise<Response>

/**
 * Handles a request of an authenticated signatory who may read the document. If the sender requires a
 * real-name check that was not passed yet, redirects to it; an API client gets REAL_NAME_REQUIRED.
 */
export const whenEntered = (c: Ctx, handle: TurnHandler) =>
  beforeRealName(c, (turn) => {
    if (!turn.real_name_due) return handle(turn)
    if (wantsJson(c)) throw new AppError('REAL_NAME_REQUIRED')
    return goTo(c, stepOf(turn))
  })

/**
 * Handles a request that an authenticated signatory may make before the real-name check. Anyone else is
 * redirected to the page that sends a new code, whether the URL exists or not; an API client gets NOT_FOUND.
 */
export async function beforeRealName(c: Ctx, handle: TurnHandler): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const turn = await findEnteredTurn(c, id)
  if (turn) return handle(turn)
  if (!isId(id)) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  if (wantsJson(c)) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  return goTo(c, `/signing/${id}/again`)
}
