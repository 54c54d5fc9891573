import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { sealVersion } from './versions/version.ts'

export const STATUSES = [
  'draft',
  'in_review',
  'returned',
  'approved',
  'finalised',
  'signing',
  'completed',
] as const
export type Status = (typeof STATUSES)[number]

/** How a signing failed. */
export type FailedSigning = 'declined' | 'expired' | 'stopped'

/** The statuses, the most advanced first. The column `stage` is the position here, from 1. */
export const STAGES: readonly Status[] = STATUSES.toReversed()

/**
 * The state machine of a document: every allowed transition. A declined or expired signing leads back to
 * finalised; the signing itself records how it ended.
 */
export const TRANSITIONS: Record<Status, readonly Status[]> = {
  draft: ['in_review', 'finalised'],
  in_review: ['returned', 'approved'],
  returned: ['draft'],
  approved: ['draft', 'finalised'],
  finalised: ['signing'],
  signing: ['finalised', 'completed'],
  completed: [],
}

/** Whether its text is final. */
export const isFinal = (status: Status) => ['finalised', 'signing', 'completed'].includes(status)

/**
 * Changes the status of a document in one guarded update: of two concurrent calls exactly one succeeds.
 * `failedSigning` says how the signing failed if that leads back to finalised. Throws DOCUMENT_STATUS_WRONG
 * for the other call, and TRANSLATION_IN_PROGRESS.
 */
export async function moveTo(
  trx: Db,
  documentId: string,
  newStatus: Status,
  failedSigning: FailedSigning | null = null,
) {
  const allowedStatuses = STATUSES.filter((status) => TRANSITIONS[status].includes(newStatus))
  const update = await trx
    .updateTable('documents.document')
    .set({
      status: newStatus,
      updated_at: now(),
      failed_signing: failedSigning,
      ...(newStatus === 'finalised' ? { finalised_at: now() } : {}),
    })
    .where('id', '=', documentId)
    .where('status', 'in', allowedStatuses)
    .where('deleted_at', 'is', null)
    .where('translating', '=', false)
    .returning(['team_id', 'number'])
    .executeTakeFirst()
  if (!update) throw await moveError(trx, documentId)
  if (newStatus === 'in_review' || newStatus === 'finalised') await sealVersion(trx, documentId, newStatus)
  const document = { id: documentId, teamId: update.team_id, number: update.number, status: newStatus }
  await emit(trx, 'document-moved', { document, failedSigning })
}

async function moveError(trx: Db, documentId: string): Promise<AppError> {
  const document = await trx
    .selectFrom('documents.document')
    .select('translating')
    .where('id', '=', documentId)
    .executeTakeFirst()
  return new AppError(document?.translating ? 'TRANSLATION_IN_PROGRESS' : 'DOCUMENT_STATUS_WRONG')
}
