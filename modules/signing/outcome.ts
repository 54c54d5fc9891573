import './events.ts'
import { moveTo } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { linkTrace } from '#src/telemetry/spans.ts'
import type { SigningState } from './schema.ts'

export async function listSignatories(db: Db, signingId: string) {
  return db
    .selectFrom('signing.signatory')
    .selectAll()
    .where('signing_id', '=', signingId)
    .orderBy('position')
    .execute()
}

/**
 * Locks a signing and returns its state. Every change locks the signing first, then its signatories, links
 * and document, so that concurrent changes cannot deadlock.
 */
export async function lockSigning(trx: Db, signingId: string): Promise<SigningState> {
  const { state, traceparent } = await trx
    .selectFrom('signing.signing')
    .select(['state', 'traceparent'])
    .where('id', '=', signingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  linkTrace(traceparent)
  return state
}

/** Ends a running signing; returns false if it had already ended. */
export async function endSigning(trx: Db, signingId: string, state: Exclude<SigningState, 'started'>) {
  const ended = await trx
    .updateTable('signing.signing')
    .set({ state, ended_at: now() })
    .where('id', '=', signingId)
    .where('state', '=', 'started')
    .returningAll()
    .executeTakeFirst()
  if (!ended) return false
  if (state === 'completed') await moveTo(trx, ended.document_id, 'completed')
  else await moveTo(trx, ended.document_id, 'finalised', state)
  const signatories = await listSignatories(trx, signingId)
  await emit(trx, 'signing-ended', { signing: ended, signatories })
  return true
}
