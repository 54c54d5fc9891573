import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { passwordFits } from './password.ts'

const TRY_LIMIT = { name: 'own-password', points: 10, per: 900 }

/**
 * Checks that the current password is right, before a change of credentials in an open session. Returns the
 * password's hash. Throws ORIGIN_PASSWORD_ERROR, or TOO_MANY_REQUESTS after ten attempts.
 */
export async function requireOwnPassword(db: Db, viewer: Viewer, password: string): Promise<string> {
  await consumePoint(TRY_LIMIT, viewer.id)
  const { password_hash: hash } = await db
    .selectFrom('accounts.account')
    .select('password_hash')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  if (!(await passwordFits(hash, password))) throw new AppError('ORIGIN_PASSWORD_ERROR')
  return hash
}
