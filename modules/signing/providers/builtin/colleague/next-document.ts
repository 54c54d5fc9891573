import { AppError } from '#src/core/errors.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { otherTurnsAt } from '../../../signing-step.ts'
import type { Browser } from '../evidence/browser.ts'
import { letIn } from '../one-time-code.ts'
import { type Turn, turnOf } from '../signer-link.ts'

/**
 * Lets a person who has entered open another document that waits for them at the same address; returns the
 * secret for its cookie. Throws SIGNING_STATUS_WRONG when it does not wait for them.
 */
export async function enterNext(db: Db, turn: Turn, nextId: string, browser: Browser): Promise<string> {
  const others = await otherTurnsAt(db, turn)
  if (!others.some(({ id }) => id === nextId)) throw new AppError('SIGNING_STATUS_WRONG')
  const secret = newToken()
  await db.transaction().execute(async (trx) => letIn(trx, await turnOf(trx, nextId), secret, browser))
  return secret
}
