import { findAutomatedUser, findViewer } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Batch } from './batch.ts'

type BatchOwnerIds = Pick<Batch, 'account_id' | 'team_id'>

/**
 * The person, or the team's automated user, who began a batch. Throws ACCESS_DENIED once they are no longer
 * allowed to log in.
 */
export async function requireOwner(db: Db, { account_id, team_id }: BatchOwnerIds): Promise<Viewer> {
  const owner = (await findViewer(db, account_id)) ?? (await findAutomatedUser(db, team_id))
  if (owner?.id !== account_id || owner.teamId !== team_id) throw new AppError('ACCESS_DENIED')
  return owner
}
