import { AppError } from '#src/core/errors.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { lockSigning } from '../../../outcome.ts'
import { otherTurnsAt } from '../../../signing-step.ts'
import type { Browser } from '../evidence/browser.ts'
import { grantAccess } from '../one-time-code.ts'
import { type Turn, turnOf } from '../signer-link.ts'

/**
 * Gives an authenticated signatory access to another document that waits for the same address; returns the
 * secret for its cookie. Throws SIGNING_STATUS_WRONG if the document does not wait for the signatory.
 */
export async function enterNext(db: Db, turn: Turn, nextId: string, browser: Browser): Promise<string> {
  const otherTurns = await otherTurnsAt(db, turn)
  if (!otherTurns.some(({ id }) => id === nextId)) throw new AppError('SIGNING_STATUS_WRONG')
  const secret = newToken()
  await db.transaction().execute(async (trx) => {
    const nextTurn = await turnOf(trx, nextId)
    await lockSigning(trx, nextTurn.signing_id)
    await grantAccess(trx, nextTurn, secret, browser)
  })
  return secret
}
