import type { Db } from '#src/db/db.ts'
import { providerOf } from './providers/registry.ts'

/** The stage with a signatory who still has to act; undefined when everyone has acted. */
export const findStage = (db: Db, signingId: string) =>
  db
    .selectFrom('signing.signatory')
    .select(['provider', 'stage'])
    .where('signing_id', '=', signingId)
    .where('role', '!=', 'copy')
    .where('state', 'in', ['waiting', 'invited', 'signing'])
    .orderBy('stage')
    .limit(1)
    .executeTakeFirst()

/**
 * Starts the first stage with a signatory who still has to act; returns false if everyone has acted. A
 * provider calls this when its stage is complete. The caller holds `lockSigning`.
 */
export async function startNextStage(trx: Db, signingId: string): Promise<boolean> {
  const nextStage = await findStage(trx, signingId)
  if (nextStage) await providerOf(nextStage).start(trx, { signingId, stage: nextStage.stage })
  return nextStage !== undefined
}
