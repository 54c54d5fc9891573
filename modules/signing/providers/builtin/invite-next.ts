import type { Db } from '#src/db/db.ts'
import { announceTurn } from '../../signing-step.ts'
import { invite } from './signer-link.ts'

/** Invites the next signatory; false when everybody has signed. */
export async function inviteNext(trx: Db, signingId: string): Promise<boolean> {
  const next = await trx
    .selectFrom('signing.signatory')
    .select('id')
    .where('signing_id', '=', signingId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .executeTakeFirst()
  if (!next) return false
  await trx.updateTable('signing.signatory').set({ state: 'invited' }).where('id', '=', next.id).execute()
  await invite(trx, next.id)
  await announceTurn(trx, next.id, 'turn-came')
  return true
}
