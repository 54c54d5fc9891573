import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { emitTurn } from '../../signing-step.ts'
import { invite } from './signer-link.ts'

/**
 * Invites the signatories of the next stage, unless an earlier signatory still has to act; returns false if
 * everyone has acted. The caller holds `lockSigning`, so that of two concurrent signatures the second sees
 * the first.
 */
export async function inviteNext(trx: Db, signingId: string): Promise<boolean> {
  const pending = await trx
    .selectFrom('signing.signatory')
    .select(['id', 'state', 'turn_order', 'stage', 'provider'])
    .where('signing_id', '=', signingId)
    .where('role', '!=', 'copy')
    .where('state', 'in', ['waiting', 'invited', 'signing'])
    .orderBy('stage')
    .orderBy('turn_order')
    .orderBy('position')
    .execute()
  const [nextSignatory] = pending
  if (nextSignatory?.provider !== 'builtin') return false
  const currentSignatories = pending.filter(
    ({ stage, turn_order }) => stage === nextSignatory.stage && turn_order === nextSignatory.turn_order,
  )
  for (const { id } of currentSignatories.filter(({ state }) => state === 'waiting')) {
    const invitation = { state: 'invited' as const, invited_at: now() }
    await trx.updateTable('signing.signatory').set(invitation).where('id', '=', id).execute()
    await invite(trx, id)
    await emitTurn(trx, id, 'turn-came')
  }
  return true
}
